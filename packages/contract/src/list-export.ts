import { type TSchema, Type } from 'typebox'
import type { StaffCapability } from '@mupiira/domain/access/staff-roles.ts'
import type { ErrorCode } from './errors.ts'
import { endpoint } from './endpoint.ts'
import { literals, strict } from './schemas.ts'

export const EXPORT_FORMATS = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

const File = Type.Union([
  Type.String({ contentMediaType: 'text/csv' }),
  Type.String({ contentMediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }),
])

type ListOperation<Path, Capability, Filter, Errors> = {
  /** The path of the list. Its export is at `…/export`. */
  readonly path: Path
  /** "bets", as in "All matching bets as a streamed file". */
  readonly rows: string
  readonly capability: Capability
  /** The filters and the order of the list, without its pages. */
  readonly filter: Filter
  readonly errors: Errors
}

/**
 * The export of a console list: every row that the filter finds, in the order of the list, as a streamed file. A file
 * with more than 10,000 rows is in order of time.
 */
export const listExport = <
  const Path extends string,
  const Capability extends StaffCapability,
  Filter extends { readonly [name: string]: TSchema },
  const Errors extends readonly ErrorCode[],
>({
  path,
  rows,
  capability,
  filter,
  errors,
}: ListOperation<Path, Capability, Filter, Errors>) => {
  const query = Type.Object({ ...filter, format: Type.Optional(literals(EXPORT_FORMATS)) }, strict)
  return endpoint({
    method: 'GET',
    path: `${path}/export` as const,
    summary: `All matching ${rows} as a streamed CSV or XLSX file`,
    access: 'admin',
    capability,
    perMinute: 10,
    query,
    responses: { 200: File },
    errors,
  })
}
