import type { ServerResponse } from 'node:http'
import { sentAlready } from './sent-already.ts'

/** An answer with its head, put together once and sent as often as somebody asks for it. */
export type WholeAnswer = {
  /** `id` is as long as the one of every other request (traffic.ts). */
  sendTo(response: ServerResponse, id: string, nowMs: number): void
}

export type FullAnswerParts = {
  readonly status: 200 | 304
  /** Names and values one after another, all but the date and the id of the request. */
  readonly headers: readonly string[]
  readonly body: Buffer | null
  readonly keepAliveTimeoutMs: number
}

const REASONS = { 200: 'OK', 304: 'Not Modified' } as const
/** Of more the copy would be the dearer part, and the memory that keeps it. */
const MOST_BYTES = 64 * 1024
const DATE_LENGTH = 'Sun, 06 Nov 1994 08:49:37 GMT'.length

/**
 * Head and body in one piece of memory, handed to the socket as they are (decision 0009). Only the date and the id are
 * written into it anew, in their places: a socket has nearly always taken all bytes at once, and one that has not keeps
 * the piece, while everybody else goes on with a copy. What is out of the ordinary is sent by `writeHead` and `end`.
 */
export function wholeAnswer({ status, headers, body, keepAliveTimeoutMs }: FullAnswerParts): WholeAnswer {
  let piece: Piece | null = null
  const size = (body?.length ?? 0) + headers.join('').length

  return {
    sendTo(response, id, nowMs) {
      const { socket, shouldKeepAlive, req } = response
      // Behind another answer of its connection, or the last one of it; or an old program asks.
      if (socket === null || !shouldKeepAlive || req.httpVersion !== '1.1' || size > MOST_BYTES) {
        response.writeHead(status, [...headers, 'x-request-id', id, 'Date', new Date(nowMs).toUTCString()])
        response.end(body)
        return
      }
      piece ??= pieceOf(status, headers, body, id, keepAliveTimeoutMs)
      const second = Math.floor(nowMs / 1000)
      if (piece.second !== second) {
        piece.second = second
        piece.bytes.write(new Date(nowMs).toUTCString(), piece.dateAt, DATE_LENGTH, 'latin1')
      }
      piece.bytes.write(id, piece.idAt, piece.idLength, 'latin1')
      sentAlready(response)
      socket.write(piece.bytes)
      if (socket.writableLength > 0) piece = { ...piece, bytes: Buffer.from(piece.bytes) }
      response.end()
    },
  }
}

type Piece = {
  readonly bytes: Buffer
  readonly idAt: number
  readonly idLength: number
  readonly dateAt: number
  /** Of the date that is written in it. */
  second: number
}

function pieceOf(
  status: 200 | 304,
  headers: readonly string[],
  body: Buffer | null,
  id: string,
  keepAliveTimeoutMs: number,
): Piece {
  let head = `HTTP/1.1 ${status} ${REASONS[status]}\r\n`
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`
  head += 'x-request-id: '
  const idAt = head.length
  head += `${id}\r\nDate: `
  const dateAt = head.length
  head += `${' '.repeat(DATE_LENGTH)}\r\nConnection: keep-alive\r\n`
  head += `Keep-Alive: timeout=${Math.floor(keepAliveTimeoutMs / 1000)}\r\n\r\n`
  const bytes = Buffer.concat([Buffer.from(head, 'latin1'), ...(body === null ? [] : [body])])
  return { bytes, idAt, idLength: id.length, dateAt, second: Number.NaN }
}
