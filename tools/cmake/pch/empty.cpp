// Carrier of a precompiled header.
