import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { ChoiceList } from './filters.tsx'

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
  const isPaged = page > 1 || hasMore
  const range = `${count(first)}–${count(first + items.length - 1)}${totalText(list)}`
  return (
    <nav
      aria-label={name === undefined ? 'Pages' : `Pages of ${name}`}
      className="flex items-center justify-between gap-2"
    >
      <p role="status" className="text-12 text-muted tabular">
        {range}
      </p>
      {onSize && (isPaged || pageSize > SIZES[0]) && (
        <ChoiceList
          label="Rows per page"
          value={String(pageSize)}
          choices={SIZES.map((size) => [String(size), `${size} per page`])}
          onChoose={(size) => onSize(Number(size))}
        />
      )}
      <div className={classes('flex gap-2 md:[&_button]:min-h-9', !isPaged && 'hidden')}>
        <Button variant="secondary" disabled={page === 1} onClick={() => onPage(page - 1)} aria-label="Previous page">
          <ChevronLeft className="size-5" />
        </Button>
        <span className="inline-flex min-w-8 items-center justify-center text-14 font-bold tabular">{page}</span>
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
