import { type Endpoint } from '@mupiira/contract/endpoint.ts'
import { isBodyOf } from '@mupiira/contract/test-answers.ts'
import fc from 'fast-check'

/** Values that are invalid for most fields. */
const ODD_VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    0.001,
    1e308,
    -1e308,
    9_007_199_254_740_994,
    'x',
    '',
    'NaN',
    'Infinity',
    '1e999',
    '0x10',
  ],
  ...['\u0000', 'a\u0000b', '\ud800', '💥'.repeat(50), '\u202e\u0000', "' or 1=1 --", '<script>', '../../etc/passwd'],
  ...['x'.repeat(10_000), [], [[]], {}, { toString: 'x' }, ['x'], [null]],
]

/** Bodies that are not a valid JSON object, and two that try to set a prototype. */
export const BROKEN_TEXTS: readonly (string | Buffer)[] = [
  ...['{', '}', '[', '{"a":', '{"a":1,}', "{'a':1}", 'nul', 'undefined', 'NaN', '{"stake":NaN}', '{"stake":Infinity}'],
  ...[
    '{"amount":01}',
    '{"amount":1e}',
    '\ufeff{}x',
    '"\\ud800',
    '{"a":"\u0001"}',
    '['.repeat(20_000),
    '{"a":'.repeat(5_000),
  ],
  ...[
    '{"__proto__":{"stake":1}}',
    '{"constructor":{"prototype":{"stake":1}}}',
    'null',
    '[]',
    '1',
    '"x"',
    'true',
    '[{}]',
  ],
  Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
  Buffer.from('{"firstName":"\xff\xfe"}', 'latin1'),
]

export const OTHER_CONTENT_TYPES = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'nonsense',
]

type Path = readonly (string | number)[]

/** The path of every value in a body, without the body itself. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = [...path, Array.isArray(value) ? Number(name) : name]
    return [here, ...pathsIn(inner, here)]
  })
}

/** A copy with one value replaced; `undefined` removes the field. */
function replaced(body: unknown, path: Path, value: unknown): unknown {
  const copy: unknown = structuredClone(body)
  const holder = path.slice(0, -1).reduce<unknown>((at, name) => Reflect.get(at as object, name), copy) as object
  const name = path.at(-1) ?? ''
  if (value !== undefined) Reflect.set(holder, name, value)
  else if (Array.isArray(holder)) holder.splice(Number(name), 1)
  else Reflect.deleteProperty(holder, name)
  return copy
}

/** A valid body with each field missing, of each other type, or too large, and with unknown fields. */
export function brokenBodies(endpoint: Endpoint, good: unknown): unknown[] {
  const paths = pathsIn(good)
  const broken = [
    ...paths.map((path) => replaced(good, path, undefined)),
    ...paths.flatMap((path) => ODD_VALUES.map((value) => replaced(good, path, value))),
    { ...(good as object), surprise: 1 },
    { ...(good as object), balance: 1_000_000, role: 'admin', userId: 'x', payout: 1 },
    ...paths.filter((path) => isFields(valueAt(good, path))).map((path) => replaced(good, [...path, 'surprise'], 1)),
    ...paths
      .filter((path) => Array.isArray(valueAt(good, path)))
      .map((path) =>
        replaced(
          good,
          path,
          Array.from({ length: 61 }, () => valueAt(good, [...path, 0])),
        ),
      ),
  ]
  return broken.filter((body) => !isBodyOf(endpoint, body))
}

const isFields = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)
const valueAt = (body: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, name) => Reflect.get(at as object, name), body)

/** Valid bodies with one to three random values replaced. */
export function randomBodies(endpoint: Endpoint, good: unknown): fc.Arbitrary<unknown> {
  const value = fc.oneof(
    fc.constantFrom(...ODD_VALUES),
    fc.jsonValue({ maxDepth: 3 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.constant(undefined),
  )
  const change = fc.record({ at: fc.nat(), value, isNewField: fc.boolean(), name: fc.string({ maxLength: 12 }) })
  return fc.array(change, { minLength: 1, maxLength: 3 }).map((changes) => {
    let body = good
    for (const { at, value: drawn, isNewField, name } of changes) {
      const paths = pathsIn(body)
      if (isNewField || paths.length === 0) body = withField(body, name, drawn)
      else body = replaced(body, paths[at % paths.length] as Path, drawn)
    }
    return isBodyOf(endpoint, body) ? { ...(body as object), surprise: true } : body
  })
}

const withField = (body: unknown, name: string, value: unknown): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body)
    ? { ...body, [name]: value === undefined ? null : value }
    : [body, value]

/** Path parameters without a matching resource, as sent on the wire. */
export const BAD_PARAMS: readonly string[] = [
  ...['x', '0', '-1', 'null', '%00', 'a%00b', '%ZZ', '%E0%A4%A', '..%2f..%2fetc', '%F0%9F%92%A5', "'%20or%201=1--"],
  ...['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-00000000000g', '__proto__', 'constructor'],
  ...['x'.repeat(65), 'x'.repeat(201), 'x'.repeat(4_000), '%2e%2e', '{id}', '[object%20Object]'],
]

/** Queries that are invalid for every list. */
export const BAD_QUERIES: readonly string[] = [
  ...[
    'limit=0',
    'limit=-1',
    'limit=101',
    'limit=abc',
    'limit=1.5',
    'limit=1e2',
    'limit=99999999999999999999',
    'limit=',
  ],
  ...['limit=10&limit=20', 'limit[]=1', 'surprise=1', '__proto__=1', '__proto__[x]=1', 'constructor=1', 'cursor='],
  ...[`cursor=${'x'.repeat(201)}`, 'cursor=%00', 'tab=%00', 'status=nonsense', 'tab=nonsense', 'filter=nonsense'],
  ...['cursor=a&cursor=b', `q=${'x'.repeat(5_000)}`, 'topics=me&topics=games', `topics=${'x'.repeat(4_501)}`],
]
