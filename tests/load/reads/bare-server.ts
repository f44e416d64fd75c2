import { readFileSync } from 'node:fs'
import { fastify } from 'fastify'

/** The bare framework: each path returns the bytes of a file, read once. */
const [port, encoding, ...files] = process.argv.slice(2)
const app = fastify({ logger: false })
for (let at = 0; at < files.length; at += 3) {
  const [name, file, type] = files.slice(at, at + 3) as [string, string, string]
  const bytes = readFileSync(file)
  app.get(`/${name}`, (_request, reply) =>
    reply
      .header('content-type', type)
      .header('content-encoding', encoding)
      .header('cache-control', 'no-cache')
      .send(bytes),
  )
}
await app.listen({ host: '127.0.0.1', port: Number(port) })
