import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/states.tsx'

type EmptyPageProps = {
  readonly page: number
  readonly onPage: (page: number) => void
  readonly empty: { readonly title: string; readonly text?: string }
}

/** An empty list, or a page beyond the end of a shortened list. */
export const EmptyPage = ({ page, onPage, empty }: EmptyPageProps) =>
  page === 1 ? (
    <EmptyState {...empty} />
  ) : (
    <EmptyState
      title="Nothing on this page"
      text="The list now has fewer pages."
      action={<Button onClick={() => onPage(1)}>First page</Button>}
    />
  )
