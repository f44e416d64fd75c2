import { Type } from 'typebox'

/**
 * The column that a console list is sorted by: `amount` ascending, `-amount` descending. Sorting by `date` covers the
 * whole list, sorting by another column only the newest 10,000 rows. The default is `-date`, newest first.
 */
export const sortBy = <const V extends readonly string[]>(columns: V) =>
  Type.Optional(
    Type.Unsafe<V[number] | `-${V[number]}`>({
      type: 'string',
      enum: columns.flatMap((column) => [column, `-${column}`]),
    }),
  )
