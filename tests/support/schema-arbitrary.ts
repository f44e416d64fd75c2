import fc from 'fast-check'

/** The JSON Schema keywords that the contract's requests use. */
export type Schema = {
  readonly type?: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null'
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly additionalProperties?: boolean
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
}

const KEYWORDS: ReadonlySet<string> = new Set([
  ...['type', 'anyOf', 'enum', 'const', 'properties', 'required', 'patternProperties', 'additionalProperties', 'items'],
  ...['minItems', 'maxItems', 'uniqueItems', 'minLength', 'maxLength', 'pattern', 'minimum', 'maximum'],
  ...['title', 'description', 'default'],
])
const MAX_ITEMS = 4
const MAX_CHARACTERS = 60
const MAX_KEYS = 3
const AMOUNTS = [0, 1, 0.01, 1_000, 10_000, 25_000.5, 100_000, 5_000_000, 1e12]

/**
 * Values that satisfy the schema. `example` is a valid value, of which most results keep most parts, so that requests
 * pass the first checks of an operation. `texts` are tried as strings, for example ids of existing rows.
 *
 * @throws {Error} For a type or keyword that the contract has not used before.
 */
export function valuesOf(schema: Schema, example: unknown, texts: readonly string[]): fc.Arbitrary<unknown> {
  const drawn = drawnValues(schema, example, texts)
  if (example === undefined || schema.type === 'object' || schema.type === 'array') return drawn
  return fc.oneof({ weight: 3, arbitrary: fc.constant(example) }, { weight: 1, arbitrary: drawn })
}

function drawnValues(schema: Schema, example: unknown, texts: readonly string[]): fc.Arbitrary<unknown> {
  const unknown = Object.keys(schema).filter((key) => !KEYWORDS.has(key) && !key.startsWith('~'))
  if (unknown.length > 0) throw new Error(`unknown schema keywords: ${unknown.join(', ')}`)
  if (schema.anyOf !== undefined) return fc.oneof(...schema.anyOf.map((each) => valuesOf(each, undefined, texts)))
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  if (schema.const !== undefined) return fc.constant(schema.const)
  switch (schema.type) {
    case 'object':
      return objects(schema, example, texts)
    case 'array': {
      const [first] = Array.isArray(example) ? (example as unknown[]) : []
      const { minItems = 0, maxItems = MAX_ITEMS } = schema
      const items = valuesOf(schema.items ?? {}, first, texts)
      const size = { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, MAX_ITEMS)) }
      return schema.uniqueItems === true
        ? fc.uniqueArray(items, { ...size, selector: (item) => JSON.stringify(item) })
        : fc.array(items, size)
    }
    case 'string':
      return strings(schema, texts)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000_000, max: schema.maximum ?? 1_000_000 })
    case 'number': {
      const { minimum: min = -1e15, maximum: max = 1e15 } = schema
      const amounts = AMOUNTS.filter((amount) => amount >= min && amount <= max)
      const any = fc.double({ min, max, noNaN: true })
      return amounts.length === 0 ? any : fc.oneof(fc.constantFrom(...amounts), any)
    }
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      throw new Error(`no values for the schema ${JSON.stringify(schema).slice(0, 200)}`)
  }
}

function objects(schema: Schema, example: unknown, texts: readonly string[]): fc.Arbitrary<unknown> {
  const known = (example ?? {}) as Readonly<Record<string, unknown>>
  const [entry] = Object.values(schema.patternProperties ?? {})
  if (entry !== undefined) {
    const [first] = Object.values(known)
    const names = fc.oneof(fc.constantFrom(...Object.keys(known), ...texts), fc.string({ maxLength: 12 }))
    return fc.dictionary(names, valuesOf(entry, first, texts), { maxKeys: MAX_KEYS })
  }
  if (schema.additionalProperties === true)
    return fc.oneof(fc.constant(known), fc.dictionary(fc.string(), fc.jsonValue()))
  const fields = Object.entries(schema.properties ?? {})
  const model = Object.fromEntries(fields.map(([name, field]) => [name, valuesOf(field, known[name], texts)]))
  return fc.record(model, { requiredKeys: [...(schema.required ?? [])] })
}

function strings({ minLength = 0, maxLength = Infinity, pattern }: Schema, texts: readonly string[]) {
  const fits = (text: string): boolean =>
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text))
  // A grapheme can be several UTF-16 units long, which the limits count.
  const unit = minLength > 1 ? 'grapheme-ascii' : 'grapheme'
  const any = fc.string({ unit, minLength, maxLength: Math.max(minLength, Math.min(maxLength, MAX_CHARACTERS)) })
  const matching = pattern === undefined ? any : fc.stringMatching(new RegExp(pattern, 'u'))
  const fitting = texts.filter(fits)
  const drawn = matching.filter(fits)
  return fitting.length === 0 ? drawn : fc.oneof(fc.constantFrom(...fitting), drawn)
}
