import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../../shared/ui/button.tsx'

const MAX_PAGES = 1_000

export type NumberedPage<Row> = {
  readonly items: readonly Row[]
  readonly page: number
  readonly pageSize: number
  readonly total: number | null
  readonly isTotalCapped?: boolean
  readonly hasMore: boolean
  readonly nextCursor?: string | null
}

type PagerProps = {
  /** The name of the list, for screens with several. */
  readonly name?: string
  readonly page: NumberedPage<unknown>
  /** Opens a page. `cursor` is the page's cursor, if the list has cursors. */
  readonly onPage: (page: number, cursor?: string) => void
  readonly onSize?: (size: number) => void
}

const SIZES = [10, 25, 50] as const

/** ` of 320`, ` of 10,000+`; empty if the list has no count. */
export const totalText = ({ total, isTotalCapped = false }: Pick<NumberedPage<unknown>, 'total' | 'isTotalCapped'>) =>
  total === null ? '' : ` of ${total.toLocaleString('en-UG')}${isTotalCapped ? '+' : ''}`

/** The position in a list, with buttons for the neighbouring pages. */
export function Pager({ name, page: list, onPage, onSize }: PagerProps) {
  const { items, page, pageSize, hasMore, nextCursor } = list
  const first = (page - 1) * pageSize + 1
  const count = (number: number) => number.toLocaleString('en-UG')
  const range = `${count(first)}–${count(first + items.length - 1)}${totalText(list)}`
  return (
    <nav
      aria-label={name === undefined ? 'Pages' : `Pages of ${name}`}
      className="flex items-center justify-between gap-2"
    >
      <p role="status" className="text-12 text-muted tabular">
        {range}
      </p>
      {onSize && (
        <select
          aria-label="Rows per page"
          value={pageSize}
          onChange={(event) => onSize(Number(event.target.value))}
          className="min-h-11 rounded-card border border-line bg-raised px-2 text-14"
        >
          {SIZES.map((size) => (
            <option key={size} value={size}>
              {size} per page
            </option>
          ))}
        </select>
      )}
      <div className="flex gap-2">
        <Button variant="secondary" disabled={page === 1} onClick={() => onPage(page - 1)} aria-label="Previous page">
          <ChevronLeft className="size-5" />
        </Button>
        <span className="inline-flex min-h-11 min-w-8 items-center justify-center text-14 font-bold tabular">
          {page}
        </span>
        <Button
          variant="secondary"
          disabled={!hasMore || page >= MAX_PAGES}
          onClick={() => onPage(page + 1, nextCursor ?? undefined)}
          aria-label="Next page"
        >
          <ChevronRight className="size-5" />
        </Button>
      </div>
    </nav>
  )
}
