// Writes a .br and a .gz beside every text file of the client build, for @fastify/static to send.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { clientFolder } from './first-visit.ts'

for (const file of globSync(`${clientFolder}/**/*.{js,css,html,svg,txt,webmanifest}`)) {
  const bytes = readFileSync(file)
  writeFileSync(`${file}.br`, brotliCompressSync(bytes))
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}
