import { Type, type TSchema } from 'typebox'
import { REASON_LENGTH, REASON_PATTERN } from '@mupiira/domain/access/reason.ts'

/** Amounts in the API are JSON numbers in UGX with at most two decimals. */
export const Money = Type.Number({
  minimum: -1e13,
  maximum: 1e13,
  description: 'UGX, at most two decimals',
})
/** An amount in a request. The domain checks precision and range, because it has specific errors for them. */
export const AmountInput = Type.Number({
  minimum: -1e13,
  maximum: 1e13,
  description: 'UGX, at most two decimals',
})
export const Odds = Type.Number({ minimum: 0, description: 'Decimal odds' })
export const Instant = Type.String({ description: 'ISO 8601, UTC', minLength: 20, maxLength: 30 })
export const Id = Type.String({ minLength: 1, maxLength: 64 })

/** A reason that staff must give. */
export const Reason = Type.String({
  ...REASON_LENGTH,
  pattern: REASON_PATTERN,
  description: 'The reason, for the audit log',
})

export const Cursor = Type.String({ minLength: 1, maxLength: 200 })
export const Limit = Type.Integer({ minimum: 1, maximum: 100, default: 20 })

/** A union of string literals. */
export const literals = <const V extends readonly string[]>(values: V) =>
  Type.Unsafe<V[number]>({ type: 'string', enum: [...values] })

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])

/** Rejects unknown fields in a request body or query. */
export const strict = { additionalProperties: false } as const

export const Empty = Type.Object({}, strict)

/** One page of a list. `nextCursor` is null on the last page. */
export const page = <S extends TSchema>(item: S) =>
  Type.Object({ items: Type.Array(item), nextCursor: nullable(Cursor) })

/** Console lists use page numbers, so that addresses are stable and distant pages are one request. */
export const PageNumber = Type.Integer({ minimum: 1, maximum: 1_000, default: 1 })
/** Each list sets its own default, which matches the list on screen. */
export const PageSize = Type.Integer({ minimum: 1, maximum: 50 })

/** One page of a console list. */
export const numberedPage = <S extends TSchema>(item: S) =>
  Type.Object({
    items: Type.Array(item),
    page: Type.Integer(),
    pageSize: Type.Integer(),
    /** The number of rows, counted up to 10,000; null if the count is too expensive. */
    total: nullable(Type.Integer()),
    /** True if there are more rows than `total`. */
    isTotalCapped: Type.Optional(Type.Boolean()),
    hasMore: Type.Boolean(),
    /**
     * The cursor of the next page. Pages by cursor do not repeat rows when new rows arrive. Absent for lists with page
     * numbers only.
     */
    nextCursor: Type.Optional(nullable(Cursor)),
  })
