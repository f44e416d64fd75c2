import type { Endpoint } from '@mupiira/contract/endpoint.ts'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { type SchemaFault, fieldMessage } from './field-messages.ts'
import type { Call, FieldError, Refusal } from '../route.ts'

type Checked = { readonly value: unknown } | { readonly errors: readonly FieldError[] }
type Check = (value: unknown) => Checked
type Input = Pick<Call, 'params' | 'query' | 'body'>

const MAX_ERRORS = 20

/** Validates a request by the contract's schemas, all parts at once, so that a form marks every wrong field. */
export function requestValidator(endpoint: Endpoint): (sent: Record<keyof Input, unknown>) => Input | Refusal {
  const checkParams = partCheck(endpoint.params)
  const checkQuery = partCheck(endpoint.query)
  const checkBody = endpoint.body === undefined ? withoutBody : bodyCheck(endpoint.body)
  return (sent) => {
    const [params, query, body] = [checkParams(sent.params), checkQuery(sent.query), checkBody(sent.body)]
    const errors = [params, query, body].flatMap((part) => ('errors' in part ? part.errors : []))
    if ('errors' in params || 'errors' in query || 'errors' in body) return { error: 'INVALID_FIELDS', errors }
    // The types of `Call` come from the schemas that were just checked.
    return { params: params.value, query: query.value, body: body.value } as Input
  }
}

/**
 * Path and query are texts, so numbers and booleans are converted where the schema requires them. Bodies are
 * never converted.
 */
function partCheck(schema: TSchema | undefined): Check {
  if (schema === undefined) return () => ({ value: undefined })
  const check = checkOf(schema)
  const numbers = namesWhere(schema, (property) => property['type'] === 'integer' || property['type'] === 'number')
  const booleans = namesWhere(schema, (property) => property['type'] === 'boolean')
  return (value) => {
    const part: Record<string, unknown> = { ...(value as object) }
    for (const name of numbers) {
      const text = part[name]
      if (typeof text === 'string' && /^-?\d+(\.\d+)?$/.test(text)) part[name] = Number(text)
    }
    for (const name of booleans) {
      if (part[name] === 'true' || part[name] === 'false') part[name] = part[name] === 'true'
    }
    return check(part)
  }
}

function bodyCheck(schema: TSchema): Check {
  const check = checkOf(schema)
  const isOptional = '~optional' in schema
  return (value) => (value === undefined && isOptional ? { value: undefined } : check(value))
}

/** An operation without a body accepts none or an empty object. */
const withoutBody: Check = (value) => {
  if (value === undefined || value === null) return { value: undefined }
  if (typeof value === 'object' && !Array.isArray(value)) {
    const names = Object.keys(value)
    if (names.length === 0) return { value: undefined }
    return { errors: names.slice(0, MAX_ERRORS).map((path) => ({ path, message: 'is not known' })) }
  }
  return { errors: [{ path: '', message: 'no body is expected' }] }
}

/** The servers of one process share the compiled checks. */
const checks = new WeakMap<TSchema, Check>()

function checkOf(schema: TSchema): Check {
  const known = checks.get(schema)
  if (known !== undefined) return known
  const check = compiledCheck(schema)
  checks.set(schema, check)
  return check
}

function compiledCheck(schema: TSchema): Check {
  const compiled = Compile(schema)
  const defaults = Object.entries(propertiesOf(schema)).filter(([, property]) => property['default'] !== undefined)
  return (value) => {
    if (!compiled.Check(value)) return { errors: fieldErrors(compiled.Errors(value)) }
    if (!isStorable(value)) return { errors: [unstorable(value)] }
    if (defaults.length === 0) return { value }
    const filled: Record<string, unknown> = { ...(value as object) }
    for (const [name, property] of defaults) filled[name] ??= property['default']
    return { value: filled }
  }
}

type Property = { readonly [keyword: string]: unknown }

function propertiesOf(schema: TSchema): Record<string, Property> {
  return 'properties' in schema ? (schema.properties as Record<string, Property>) : {}
}

function namesWhere(schema: TSchema, isWanted: (property: Property) => boolean): string[] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, property]) => (isWanted(property) ? [name] : []))
}

function fieldErrors(errors: readonly SchemaFault[]): FieldError[] {
  const byPath = new Map<string, SchemaFault[]>()
  const found: FieldError[] = []
  for (const error of errors) {
    const path = error.instancePath.slice(1).replaceAll('/', '.')
    const within = path === '' ? '' : `${path}.`
    // The same error is also reported as `additionalProperties`.
    if (error.keyword === 'boolean') continue
    if ('requiredProperties' in error.params)
      found.push(...listed(error.params.requiredProperties, within, 'is missing'))
    else if ('additionalProperties' in error.params)
      found.push(...listed(error.params.additionalProperties, within, 'is not known'))
    else byPath.set(path, [...(byPath.get(path) ?? []), error])
  }
  for (const [path, faults] of byPath) {
    found.push({ path, message: fieldMessage(faults) ?? 'has an invalid format' })
  }
  return found.length > 0 ? found.slice(0, MAX_ERRORS) : [{ path: '', message: 'has an invalid structure' }]
}

function listed(names: unknown, within: string, message: string): FieldError[] {
  return Array.isArray(names) ? names.map((name) => ({ path: `${within}${String(name)}`, message })) : []
}

/**
 * The maximum depth of a body, more than any valid body has. Deeper nesting would exhaust the stack of recursive code.
 */
const DEEPEST = 50

/** Whether no text contains NUL or an unpaired surrogate, which PostgreSQL cannot store. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return !value.includes('\u0000') && value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (depth > DEEPEST) return false
  if (Array.isArray(value)) return value.every((inner) => isStorable(inner, depth + 1))
  const fields = value as Readonly<Record<string, unknown>>
  for (const name of Object.keys(fields)) if (!isStorable(name) || !isStorable(fields[name], depth + 1)) return false
  return true
}

function unstorable(value: unknown): FieldError {
  const path = unstorableText(value, '')
  return path === null
    ? { path: '', message: 'is nested too deeply' }
    : { path, message: 'contains characters that are not allowed' }
}

/** The path of the first text that PostgreSQL cannot store. */
function unstorableText(value: unknown, path: string, depth = 0): string | null {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed() ? path : null
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return null
  for (const [name, inner] of Object.entries(value)) {
    if (unstorableText(name, path) !== null) return path
    const found = unstorableText(inner, path === '' ? name : `${path}.${name}`, depth + 1)
    if (found !== null) return found
  }
  return null
}
