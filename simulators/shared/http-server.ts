import { createServer, type RequestListener, type Server } from 'node:http'

/**
 * Longer than clients keep an idle connection: on a busy machine, a server with Node's default of five seconds closes a
 * connection just when the client sends the next request.
 */
const KEEP_ALIVE_MS = 75_000

export const createHttpServer = (answer: RequestListener): Server =>
  createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, answer)
