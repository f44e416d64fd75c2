import type { FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'

/** The log of one request, its lines marked with its id; made when it has something to say, for most have not. */
export const logOf = (request: FastifyRequest): Log => (request.log as Log).child({ reqId: request.id })
