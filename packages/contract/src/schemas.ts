import { Type, type TSchema } from 'typebox'

/** Money outside: a JSON number in UGX with at most two decimals. */
export const Money = Type.Number({
  minimum: -1e13,
  maximum: 1e13,
  description: 'UGX, at most two decimals',
})
/** An amount in a request. The domain checks precision and range, because it has the messages. */
export const AmountInput = Type.Number({
  minimum: -1e13,
  maximum: 1e13,
  description: 'UGX, at most two decimals',
})
export const Odds = Type.Number({ minimum: 0, description: 'Decimal odds' })
export const Instant = Type.String({ description: 'ISO 8601, UTC', minLength: 20, maxLength: 30 })
export const Id = Type.String({ minLength: 1, maxLength: 64 })
export const Phone = Type.String({ maxLength: 32 })

export const Cursor = Type.String({ minLength: 1, maxLength: 200 })
export const Limit = Type.Integer({ minimum: 1, maximum: 100, default: 20 })

/** A union of string literals. */
export const literals = <const V extends readonly string[]>(values: V) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values] })

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

/** A request body or query refuses fields that it does not know. */
export const strict = { additionalProperties: false } as const

export const Empty = Type.Object({}, strict)

/** One page of a list: `nextCursor` is null on the last one. */
export const page = <S extends TSchema>(item: S) =>
  Type.Object({ items: Type.Array(item), nextCursor: nullable(Cursor) })

/** A list of the console is paged by number: its address says which page is shown, and a hundred pages ahead is one step. */
export const PageNumber = Type.Integer({ minimum: 1, maximum: 1_000, default: 1 })
/** The default is the length that the list's screen shows. */
export const PageSize = Type.Integer({ minimum: 1, maximum: 50 })

/** One page of a console's list. */
export const numberedPage = <S extends TSchema>(item: S) =>
  Type.Object({
    items: Type.Array(item),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    /** Counted up to 10,000; null where counting would cost more than the page. */
    total: nullable(Type.Integer()),
    /** True: there are more than `total`. */
    isTotalCapped: Type.Optional(Type.Boolean()),
    hasMore: Type.Boolean(),
    /** For the next page: with it, rows that arrive do not repeat. Absent where a list is paged by number only. */
    nextCursor: Type.Optional(nullable(Cursor)),
  })
