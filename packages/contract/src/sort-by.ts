import { Type } from 'typebox'

/**
 * The column that a console list is sorted by: `amount` ascending, `-amount` descending. By `date` the whole list is
 * sorted, by other columns its newest 10,000 matches. The default is `-date`, newest first.
 */
export const sortBy = <const V extends readonly string[]>(columns: V) =>
  Type.Optional(
    Type.Unsafe<V[number] | `-${V[number]}`>({
      type: 'string',
      enum: columns.flatMap((column) => [column, `-${column}`]),
    }),
  )
