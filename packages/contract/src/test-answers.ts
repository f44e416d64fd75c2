import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'
import type { Endpoint } from './endpoint.ts'
import { ERRORS, type ErrorCode } from './errors.ts'

const compiled = new Map<TSchema, ReturnType<typeof Compile>>()

function check(schema: TSchema): ReturnType<typeof Compile> {
  const known = compiled.get(schema) ?? Compile(schema)
  compiled.set(schema, known)
  return known
}

/** Lists differences between a success response and the contract (OPS-01). */
export function answerFaults(endpoint: Endpoint, status: number, body: unknown): string[] {
  const schema = endpoint.responses[status]
  if (schema === undefined) return [`the contract has no answer ${status}`]
  if (!check(schema).Check(body)) {
    return check(schema)
      .Errors(body)
      .slice(0, 5)
      .map((error) => `${error.instancePath} ${error.message}`)
  }
  const declared = JSON.stringify(Value.Clean(schema, structuredClone(body)))
  return declared === JSON.stringify(body) ? [] : ['the answer has fields that the contract does not declare']
}

/** Lists the faults of a problem document; empty for a valid one. */
export function problemFaults(status: number, contentType: string | undefined, body: unknown): string[] {
  if (contentType?.startsWith('application/problem+json') !== true) return [`its content type is ${contentType}`]
  if (typeof body !== 'object' || body === null) return ['it is not an object']
  const faults: string[] = []
  const { code, title, detail } = body as { code?: unknown; title?: unknown; detail?: unknown }
  if (typeof code !== 'string' || !Object.hasOwn(ERRORS, code)) return [`its code is ${String(code)}`]
  if (ERRORS[code as ErrorCode].status !== status) faults.push(`${code} came with ${status}`)
  if (!('status' in body) || body.status !== status) faults.push('its status field differs')
  if (typeof title !== 'string' || typeof detail !== 'string' || detail === '') faults.push('it has no text')
  if (typeof detail === 'string' && /\{\w+\}/.test(detail))
    faults.push(`a placeholder of its text is not filled: ${detail}`)
  if (/\bat .+:\d+:\d+|node_modules/.test(JSON.stringify(body))) faults.push('it contains a stack trace')
  return faults
}

/** Returns whether the schema accepts a body. If it does, an error comes from a rule of the operation. */
export function isBodyOf(endpoint: Endpoint, body: unknown): boolean {
  if (endpoint.body === undefined) return body === undefined || (isObject(body) && Object.keys(body).length === 0)
  return (body === undefined && '~optional' in endpoint.body) || check(endpoint.body).Check(body)
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
