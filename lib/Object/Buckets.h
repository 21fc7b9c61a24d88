//===- Buckets.h - The table of buckets, read, written and checked --------===//
#ifndef GLIA_LIB_OBJECT_BUCKETS_H
#define GLIA_LIB_OBJECT_BUCKETS_H

#include "AssemblyCursor.h"
#include "Bytes.h"
#include "glia/Object/Object.h"

namespace glia::object {

/// The section `.buckets`; without buckets there is none.
std::vector<uint8_t> writeBuckets(const ObjectImage &image);
void readBuckets(ByteReader &reader, BucketTable &table);

/// What stands behind `.buckets` in assembly.
void readBuckets(AssemblyCursor &cursor, BucketTable &table);
/// The name first, quoted.
void printBuckets(const BucketTable &table, llvm::raw_ostream &os);

/// The table fits bindings and entries. E1211.
llvm::Error checkBuckets(const ObjectImage &image);

} // namespace glia::object

#endif
