import { logOf } from './request-log.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ERRORS } from '@mupiira/contract/errors.ts'
import { refusalOf } from './faults.ts'
import { PROBLEM_TYPE, problemOf, retryAfterOf } from './problem.ts'
import type { Call, Refusal, StreamHandler } from './route.ts'
import type { Endpoint } from '@mupiira/contract/endpoint.ts'

/** Hands the open exchange to its handler; a refusal before the first byte is answered like any other. */
export async function startStream(
  call: Call,
  handler: StreamHandler<Endpoint>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.hijack()
  const response = reply.raw
  // What every answer has: the framework gives it to those alone that it sends itself.
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) response.setHeader(name, value)
  const refusal: Refusal | undefined = await handler(call, { response }).catch((error: unknown) =>
    refusalOf(error, logOf(request)),
  )
  if (refusal === undefined) return reply
  if (response.headersSent) {
    response.destroy()
    return reply
  }
  const retryAfter = retryAfterOf(refusal)
  response.writeHead(ERRORS[refusal.error].status, {
    'content-type': PROBLEM_TYPE,
    'cache-control': 'no-store',
    ...(retryAfter === null ? {} : { 'retry-after': String(retryAfter) }),
  })
  response.end(JSON.stringify(problemOf(refusal, false)))
  return reply
}
