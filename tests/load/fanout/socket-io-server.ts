import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { changeOf, gamesOf, type ServerCommand, type ServerReport, startSource } from '../../support/fanout-task.ts'

/** The socket.io server: one room for each game, one event for each change (argument: changes at a tick). */
const http = createServer()
const io = new Server(http, { transports: ['websocket'], serveClient: false, perMessageDeflate: false })
const send = (report: ServerReport): void => void process.send?.(report)
let source: ReturnType<typeof startSource> | null = null

io.on('connection', (socket) => {
  for (const game of gamesOf(Number(socket.handshake.query['client']))) void socket.join(`game:${game}`)
})

process.on('message', (order: ServerCommand) => {
  if (order === 'start') {
    source = startSource(Number(process.argv[2]), (changes) => {
      for (const { game, version, atMs } of changes)
        io.to(`game:${game}`).emit('game', { type: 'game', game: changeOf(game, version, atMs) })
    })
  }
  if (order === 'stop') {
    source?.stop()
    send({ kind: 'stopped', versions: source?.versions() ?? [] })
  }
  if (order === 'usage') {
    const { user, system } = process.cpuUsage()
    send({ kind: 'usage', cpuMs: (user + system) / 1000, rssBytes: process.memoryUsage.rss() })
  }
})
process.on('disconnect', () => process.exit(0))

http.listen(0, '127.0.0.1', 4_096, () => send({ kind: 'listening', port: (http.address() as AddressInfo).port }))
