"""Files of many kinds for the classifier: written here, so that every machine has the same ones.

write_samples(folder) -> paths. The content is ordinary for its kind, a few hundred bytes to a few KiB.
"""
import gzip
import io
import os
import struct
import tarfile
import zipfile
import zlib

TEXTS = {
    "settings.json": '{\n  "name": "station-7",\n  "location": {"lat": 52.52, "lon": 13.405},\n  "sensors": [\n'
                     + ",\n".join(f'    {{"id": {i}, "kind": "temperature", "unit": "C", "enabled": true, "offset": {i / 8}}}' for i in range(24))
                     + '\n  ],\n  "interval_seconds": 30\n}\n',
    "deploy.yaml": "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  labels:\n    app: web\nspec:\n  replicas: 3\n  selector:\n"
                   "    matchLabels:\n      app: web\n  template:\n    metadata:\n      labels:\n        app: web\n    spec:\n      containers:\n"
                   "        - name: web\n          image: nginx:1.25\n          ports:\n            - containerPort: 80\n          resources:\n"
                   "            limits:\n              cpu: 500m\n              memory: 256Mi\n",
    "index.html": "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n  <meta charset=\"utf-8\">\n  <title>Harbour tides</title>\n"
                  "  <link rel=\"stylesheet\" href=\"style.css\">\n</head>\n<body>\n  <h1>Tides</h1>\n  <table>\n"
                  + "".join(f"    <tr><td>{h:02d}:00</td><td>{(h * 37) % 50 / 10} m</td></tr>\n" for h in range(24))
                  + "  </table>\n  <p>All times are local.</p>\n</body>\n</html>\n",
    "list.c": "#include <stdio.h>\n#include <stdlib.h>\n\nstruct node {\n  int value;\n  struct node *next;\n};\n\nstatic struct node *push(struct node *head, int value) {\n"
              "  struct node *n = malloc(sizeof *n);\n  if (!n)\n    exit(1);\n  n->value = value;\n  n->next = head;\n  return n;\n}\n\nint main(void) {\n"
              "  struct node *head = NULL;\n  for (int i = 0; i < 10; i++)\n    head = push(head, i * i);\n  for (struct node *n = head; n; n = n->next)\n"
              "    printf(\"%d\\n\", n->value);\n  return 0;\n}\n",
    "graph.cpp": "#include <algorithm>\n#include <iostream>\n#include <map>\n#include <string>\n#include <vector>\n\nnamespace graph {\ntemplate <typename Key>\nclass Graph {\npublic:\n"
                 "  void connect(const Key &a, const Key &b) { edges[a].push_back(b); }\n  std::vector<Key> neighbours(const Key &a) const {\n"
                 "    auto it = edges.find(a);\n    return it == edges.end() ? std::vector<Key>() : it->second;\n  }\n\nprivate:\n  std::map<Key, std::vector<Key>> edges;\n};\n}\n\n"
                 "int main() {\n  graph::Graph<std::string> g;\n  g.connect(\"a\", \"b\");\n  for (const auto &n : g.neighbours(\"a\"))\n    std::cout << n << std::endl;\n}\n",
    "tides.py": "\"\"\"Reads a tide table and prints the highest water.\"\"\"\nimport csv\nimport sys\nfrom dataclasses import dataclass\n\n\n@dataclass\nclass Tide:\n    time: str\n    height: float\n\n\n"
                "def read(path):\n    with open(path, newline=\"\") as f:\n        return [Tide(row[\"time\"], float(row[\"height\"])) for row in csv.DictReader(f)]\n\n\n"
                "def main():\n    tides = read(sys.argv[1])\n    best = max(tides, key=lambda t: t.height)\n    print(f\"{best.time}: {best.height:.2f} m\")\n\n\nif __name__ == \"__main__\":\n    main()\n",
    "backup.sh": "#!/bin/bash\nset -euo pipefail\n\nsource=${1:?source folder}\ntarget=${2:?target folder}\nstamp=$(date +%Y-%m-%d)\n\nmkdir -p \"$target\"\nfor dir in \"$source\"/*/; do\n"
                 "  name=$(basename \"$dir\")\n  tar -czf \"$target/$name-$stamp.tar.gz\" -C \"$source\" \"$name\"\n  echo \"saved $name\"\ndone\n\nfind \"$target\" -name '*.tar.gz' -mtime +30 -delete\n",
    "catalogue.xml": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<catalogue>\n"
                     + "".join(f"  <book id=\"bk{i}\">\n    <author>Author {i}</author>\n    <title>Volume {i}</title>\n    <price currency=\"EUR\">{9 + i}.95</price>\n  </book>\n" for i in range(12))
                     + "</catalogue>\n",
    "style.css": "body {\n  margin: 0;\n  font-family: \"Helvetica Neue\", sans-serif;\n  color: #222;\n}\n\n.header > a:hover {\n  text-decoration: underline;\n}\n\n@media (max-width: 600px) {\n"
                 "  .column {\n    width: 100%;\n    float: none;\n  }\n}\n\n#footer .copyright {\n  font-size: 0.8em;\n  padding: 1rem 2rem;\n  background: linear-gradient(#fff, #eee);\n}\n",
    "table.csv": "id,date,station,temperature,humidity,wind\n" + "".join(f"{i},2024-03-{i % 28 + 1:02d},ST{i % 5},{i % 17 / 2},{40 + i % 50},{i % 9 * 1.5}\n" for i in range(60)),
    "notes.md": "# Release notes\n\n## 2.1\n\n* The parser accepts *quoted* names.\n* `read()` returns `None` at the end of the file.\n\n```python\nvalue = read(stream)\n```\n\n"
                "See the [manual](https://example.org/manual) for more.\n\n| option | default |\n|---|---|\n| `--depth` | 3 |\n| `--colour` | auto |\n\n1. Download\n2. Unpack\n3. Run **make**\n",
    "app.ini": "[server]\nhost = 127.0.0.1\nport = 8080\nworkers = 4\n\n[logging]\nlevel = info\nfile = /var/log/app.log\nrotate = daily\n\n; database settings\n[database]\nuser = app\npassword = secret\npool_size = 10\n",
    "schema.sql": "CREATE TABLE customers (\n  id INTEGER PRIMARY KEY,\n  name VARCHAR(80) NOT NULL,\n  email VARCHAR(120) UNIQUE\n);\n\nCREATE INDEX idx_name ON customers (name);\n\n"
                  "INSERT INTO customers (id, name, email) VALUES (1, 'Ada', 'ada@example.org');\n\nSELECT c.name, COUNT(o.id) AS orders\nFROM customers c\nLEFT JOIN orders o ON o.customer_id = c.id\n"
                  "WHERE o.total > 100\nGROUP BY c.name\nHAVING COUNT(o.id) > 2\nORDER BY orders DESC;\n",
    "menu.js": "'use strict';\n\nconst express = require('express');\nconst app = express();\n\nfunction price(item) {\n  return item.parts.reduce((sum, part) => sum + part.cost, 0);\n}\n\n"
               "app.get('/menu', async (request, response) => {\n  const items = await load(request.query.day);\n  response.json(items.map(item => ({name: item.name, price: price(item)})));\n});\n\n"
               "app.listen(3000, () => console.log('listening'));\nmodule.exports = {price};\n",
    "Account.java": "package org.example.bank;\n\nimport java.math.BigDecimal;\nimport java.util.ArrayList;\nimport java.util.List;\n\npublic class Account {\n    private final String owner;\n"
                    "    private BigDecimal balance = BigDecimal.ZERO;\n    private final List<String> log = new ArrayList<>();\n\n    public Account(String owner) {\n        this.owner = owner;\n    }\n\n"
                    "    public synchronized void deposit(BigDecimal amount) {\n        if (amount.signum() <= 0) {\n            throw new IllegalArgumentException(\"amount\");\n        }\n"
                    "        balance = balance.add(amount);\n        log.add(\"deposit \" + amount);\n    }\n}\n",
    "server.go": "package main\n\nimport (\n\t\"encoding/json\"\n\t\"log\"\n\t\"net/http\"\n)\n\ntype status struct {\n\tName string `json:\"name\"`\n\tUp   bool   `json:\"up\"`\n}\n\n"
                 "func handle(w http.ResponseWriter, r *http.Request) {\n\tif err := json.NewEncoder(w).Encode(status{\"tide\", true}); err != nil {\n\t\tlog.Println(err)\n\t}\n}\n\n"
                 "func main() {\n\thttp.HandleFunc(\"/status\", handle)\n\tlog.Fatal(http.ListenAndServe(\":8080\", nil))\n}\n",
    "stack.rs": "use std::fmt::Debug;\n\n#[derive(Debug, Default)]\npub struct Stack<T> {\n    items: Vec<T>,\n}\n\nimpl<T: Debug> Stack<T> {\n    pub fn push(&mut self, item: T) {\n"
                "        self.items.push(item);\n    }\n\n    pub fn pop(&mut self) -> Option<T> {\n        self.items.pop()\n    }\n}\n\nfn main() {\n    let mut stack = Stack::default();\n"
                "    for i in 0..10 {\n        stack.push(i * 2);\n    }\n    while let Some(top) = stack.pop() {\n        println!(\"{:?}\", top);\n    }\n}\n",
    "Makefile": "CC = gcc\nCFLAGS = -O2 -Wall\nOBJECTS = main.o list.o util.o\n\nall: program\n\nprogram: $(OBJECTS)\n\t$(CC) $(CFLAGS) -o $@ $^\n\n%.o: %.c list.h\n\t$(CC) $(CFLAGS) -c $<\n\n"
                ".PHONY: all clean\nclean:\n\trm -f $(OBJECTS) program\n",
    "Dockerfile": "FROM debian:12-slim\n\nRUN apt-get update && apt-get install -y --no-install-recommends \\\n    python3 \\\n    ca-certificates \\\n && rm -rf /var/lib/apt/lists/*\n\n"
                  "WORKDIR /app\nCOPY requirements.txt .\nENV PORT=8080\nEXPOSE 8080\nENTRYPOINT [\"python3\", \"-m\", \"app\"]\n",
    "paper.tex": "\\documentclass[11pt]{article}\n\\usepackage{amsmath}\n\\title{On Tides}\n\\author{A. Author}\n\\begin{document}\n\\maketitle\n\\section{Introduction}\nThe height $h(t)$ is given by\n"
                 "\\begin{equation}\n  h(t) = \\sum_{i=1}^{n} a_i \\cos(\\omega_i t + \\phi_i).\n\\end{equation}\n\\section{Method}\nWe follow \\cite{doodson}.\n\\end{document}\n",
    "run.rb": "require 'json'\n\nmodule Tides\n  class Station\n    attr_reader :name, :readings\n\n    def initialize(name)\n      @name = name\n      @readings = []\n    end\n\n    def <<(value)\n"
              "      @readings << value\n      self\n    end\n\n    def average\n      return 0 if readings.empty?\n      readings.sum / readings.size.to_f\n    end\n  end\nend\n\n"
              "station = Tides::Station.new('north')\n[1.2, 3.4, 2.2].each { |v| station << v }\nputs JSON.generate(name: station.name, average: station.average)\n",
    "page.php": "<?php\nnamespace App\\Controller;\n\nuse PDO;\n\nclass TideController\n{\n    private PDO $db;\n\n    public function __construct(PDO $db)\n    {\n        $this->db = $db;\n    }\n\n"
                "    public function show(int $id): string\n    {\n        $statement = $this->db->prepare('SELECT * FROM tides WHERE id = ?');\n        $statement->execute([$id]);\n"
                "        $row = $statement->fetch();\n        return json_encode($row);\n    }\n}\n",
    "change.diff": "diff --git a/list.c b/list.c\nindex 83db48f..bf2a5d1 100644\n--- a/list.c\n+++ b/list.c\n@@ -9,7 +9,7 @@ struct node {\n \n static struct node *push(struct node *head, int value) {\n"
                   "   struct node *n = malloc(sizeof *n);\n-  if (n == NULL)\n+  if (!n)\n     exit(1);\n   n->value = value;\n   n->next = head;\n",
    "drawing.svg": "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"200\" height=\"200\" viewBox=\"0 0 200 200\">\n"
                   + "".join(f"  <circle cx=\"{10 * i}\" cy=\"{200 - 9 * i}\" r=\"{i}\" fill=\"#{i * 11:02x}4488\"/>\n" for i in range(1, 20)) + "</svg>\n",
}


def png():
    """A 64 x 64 gradient."""
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + bytes(v for x in range(64) for v in (x * 4, y * 4, (x * y) % 256)) for y in range(64))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 64, 8, 2, 0, 0, 0)) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def pdf():
    parts = ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
             "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 144] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
             "<< /Length 44 >>\nstream\nBT /F1 18 Tf 20 100 Td (High water 04:12) Tj ET\nendstream", "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"]
    out, offsets = "%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", []
    for number, part in enumerate(parts, 1):
        offsets.append(len(out))
        out += f"{number} 0 obj\n{part}\nendobj\n"
    start = len(out)
    out += f"xref\n0 {len(parts) + 1}\n0000000000 65535 f \n" + "".join(f"{o:010d} 00000 n \n" for o in offsets)
    return (out + f"trailer\n<< /Size {len(parts) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n").encode("latin-1")


def bmp():
    pixels = bytes((x * y) % 256 for y in range(48) for x in range(48 * 3))
    return b"BM" + struct.pack("<IHHI", 54 + len(pixels), 0, 0, 54) + struct.pack("<IiiHHIIiiII", 40, 48, 48, 1, 24, 0, len(pixels), 2835, 2835, 0, 0) + pixels


def wav():
    samples = b"".join(struct.pack("<h", (i * 733) % 20000 - 10000) for i in range(2000))
    return b"RIFF" + struct.pack("<I", 36 + len(samples)) + b"WAVEfmt " + struct.pack("<IHHIIHH", 16, 1, 1, 8000, 16000, 2, 16) + b"data" + struct.pack("<I", len(samples)) + samples


def archives():
    text = TEXTS["table.csv"].encode()
    zipped, tarred = io.BytesIO(), io.BytesIO()
    with zipfile.ZipFile(zipped, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in ("table.csv", "notes.md"):
            archive.writestr(zipfile.ZipInfo(name), TEXTS[name])
    with tarfile.open(fileobj=tarred, mode="w") as archive:
        for name in ("table.csv", "list.c"):
            entry = tarfile.TarInfo(name)
            entry.size = len(TEXTS[name].encode())
            archive.addfile(entry, io.BytesIO(TEXTS[name].encode()))
    return {"data.zip": zipped.getvalue(), "data.tar": tarred.getvalue(), "table.csv.gz": gzip.compress(text, mtime=0)}


def write_samples(folder):
    files = {name: text.encode() for name, text in TEXTS.items()}
    files.update({"gradient.png": png(), "page.pdf": pdf(), "picture.bmp": bmp(), "tone.wav": wav(), **archives()})
    paths = []
    for name in sorted(files):
        path = os.path.join(folder, name)
        with open(path, "wb") as f:
            f.write(files[name])
        paths.append(path)
    return paths
