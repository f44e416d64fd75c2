import { classes } from '../../shared/ui/classes.ts'
import { lazyPart } from '../../shared/ui/lazy-part.tsx'
import { PartNotLoaded } from '../../shared/ui/part-not-loaded.tsx'
import { Skeletons } from '../../shared/ui/states.tsx'
import { useMatches } from '../../shared/use-matches.ts'
import { TWO_COLUMNS, WIDE } from '../../shared/wide.ts'

const COLUMN = 'sticky top-12 hidden h-[calc(var(--screen)-48px-var(--ribbon,0px))] overflow-y-auto overscroll-contain'

const SportsColumn = lazyPart(() => import('./sports-column.tsx').then((m) => m.SportsColumn))
export const SlipPanel = lazyPart(() => import('../../player/slip/slip-panel.tsx').then((m) => m.SlipPanel))
const OpenBets = lazyPart(() => import('../../player/tickets/open-bets.tsx').then((m) => m.OpenBets))

/** The column is rendered only on wide screens, so that the page on a phone does not contain its links. */
export function SideColumn() {
  const wide = useMatches(WIDE)
  return (
    <aside aria-label="Sports" className={classes(COLUMN, 'wide:block')}>
      {wide && <SportsColumn failure={<PartNotLoaded what="The sports list" />} />}
    </aside>
  )
}

/**
 * The column with the slip and the open bets beside every screen. Phones load the slip's code only when it is opened.
 */
export function SlipColumn({ isScreen }: { readonly isScreen: boolean }) {
  const fits = useMatches(TWO_COLUMNS)
  if (isScreen) {
    return (
      <aside aria-label="Open bets" className={classes(COLUMN, 'lg:block')}>
        {fits && <OpenBets failure={<PartNotLoaded what="Your open bets" />} />}
      </aside>
    )
  }
  return (
    <aside
      id="slip"
      tabIndex={-1}
      aria-label="Betslip"
      className={classes(COLUMN, 'scroll-pb-64 lg:block outline-none high:scroll-pb-72')}
    >
      {fits && <SlipPanel placeholder={<SlipSkeleton />} failure={<PartNotLoaded what="The betslip" />} />}
    </aside>
  )
}

export const SlipSkeleton = () => (
  <Skeletons
    what="the betslip"
    classNames={['h-7 w-24', 'h-4 w-full', 'h-4 w-full']}
    className="flex flex-col gap-3 p-3"
  />
)
