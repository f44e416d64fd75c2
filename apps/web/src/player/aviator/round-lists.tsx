import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import type { AviatorBet, LiveBets } from '@mupiira/contract/aviator.ts'
import { moneyText, plainText } from '../../shared/format/amounts.ts'
import { counted } from '../../shared/format/counted.ts'
import { agoLabel } from '@mupiira/domain/time/kampala.ts'
import { useNow } from '../../shared/clock.ts'
import { Button } from '../../shared/ui/button.tsx'
import { classes } from '../../shared/ui/classes.ts'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Tabs } from '../../shared/ui/tabs.tsx'
import { useUser } from '../../state/session.ts'
import { useAviator } from './aviator-store.ts'
import { ownBetsQuery, topQuery } from './aviator-queries.ts'
import { timesText } from './times-text.ts'

type Id = 'live' | 'mine' | 'top'
const TICK_MS = 30_000

/** Live bets, the player's bets and the top wins. */
export function RoundLists() {
  const [tab, setTab] = useState<Id>('live')
  const section = useRef<HTMLElement>(null)
  const live = useLiveBets(section)
  const tabs = [
    { id: 'live', name: 'Live bets', count: live?.bets ?? null },
    { id: 'mine', name: 'My bets' },
    { id: 'top', name: 'Top wins' },
  ] as const
  return (
    <section ref={section} aria-label="Bets" className="rounded-card border border-line bg-raised">
      <Tabs label="Bets" tabs={tabs} chosen={tab} onChoose={setTab} panelId="aviator-lists" />
      <div id="aviator-lists" role="tabpanel" aria-labelledby={`aviator-lists-${tab}`} className="min-h-40">
        {tab === 'live' && <LiveList live={live} />}
        {tab === 'mine' && <MyList />}
        {tab === 'top' && <TopList />}
      </div>
    </section>
  )
}

/** The height of the first line (the number of bets), and the height of the bottom bar of phones. */
const LINE_PX = 16
const BAR_PX = 64
const WITHOUT_BAR = '(min-width: 768px)'

/** The live bets, updated twice a second while visible. */
function useLiveBets(section: RefObject<HTMLElement | null>): LiveBets | null | undefined {
  const [live, setLive] = useState<LiveBets | null>()
  useEffect(() => {
    let isSeen = false
    let isKnown = false
    const take = () => {
      if (isKnown && !isSeen) return
      const now = useAviator.getState().state?.live
      isKnown = now !== undefined
      setLive(now)
    }
    take()
    const stop = useAviator.subscribe(take)
    const hiddenPx = window.matchMedia(WITHOUT_BAR).matches ? LINE_PX : LINE_PX + BAR_PX
    const watch = new IntersectionObserver(
      ([entry]) => {
        isSeen = entry?.isIntersecting === true
        take()
      },
      { rootMargin: `0px 0px -${hiddenPx}px 0px` },
    )
    if (section.current !== null) watch.observe(section.current)
    return () => {
      watch.disconnect()
      stop()
    }
  }, [section])
  return live
}

const EmptyText = ({ children }: { readonly children: ReactNode }) => (
  <p className="px-3 py-6 text-center text-14 text-muted">{children}</p>
)

/** The bets of the round, the largest first. */
function LiveList({ live }: { readonly live: LiveBets | null | undefined }) {
  if (live === undefined) return <Rows />
  if (live === null || live.bets === 0) return <EmptyText>No bets in this round yet.</EmptyText>
  return (
    <>
      <p className="px-3 pt-2 text-12 text-muted tabular">{`${counted(live.bets, 'bet')} · ${moneyText(live.staked)}${live.bets > live.items.length ? ` · the ${live.items.length} largest are listed` : ''}`}</p>
      <table className="w-full text-right text-14 tabular">
        <thead className="text-12 text-muted">
          <tr>
            <th className="py-1 pl-3 text-left font-normal">Player</th>
            <th className="font-normal">Stake</th>
            <th className="font-normal">At</th>
            <th className="pr-3 font-normal">Won</th>
          </tr>
        </thead>
        <tbody>
          {live.items.map(({ player, stake, multiplier, payout }, at) => (
            <tr key={at} className={classes('border-t border-line', multiplier !== null && 'bg-tint')}>
              <td className="py-2 pl-3 text-left">{player}</td>
              <td>{plainText(stake)}</td>
              <td className="text-muted">{multiplier === null ? '–' : timesText(multiplier)}</td>
              <td className="pr-3 font-bold text-up">{multiplier !== null && `+${plainText(payout)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

type LineProps = {
  readonly title: ReactNode
  readonly detail: string
  readonly end: string
  readonly isWon: boolean
}

/** A bet with its details on a second line, so that long amounts fit a narrow phone. */
const Line = ({ title, detail, end, isWon }: LineProps) => (
  <li
    className={classes(
      'flex flex-wrap items-center justify-between gap-x-3 border-t border-line px-3 py-2 text-14 tabular first:border-t-0',
      isWon && 'bg-tint',
    )}
  >
    <span>
      <span className="block">{title}</span>
      <span className="block text-12 text-muted">{detail}</span>
    </span>
    <span className={classes('ml-auto', isWon && 'font-bold text-up')}>{end}</span>
  </li>
)

const STATES = { placed: 'Open', 'cashed-out': 'Won', lost: 'Lost', refunded: 'Refunded' } as const

function MyList() {
  const user = useUser()
  const last = useAviator(({ state }) => state?.mine.map(({ id, state: at }) => `${id} ${at}`).join())
  if (user === null) return <EmptyText>Log in to see your bets.</EmptyText>
  return <OwnBets key={last} />
}

function OwnBets() {
  const bets = useQuery(ownBetsQuery)
  return (
    <Loaded query={bets} what="your bets" skeleton={<Rows />}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyText>Your bets will appear here.</EmptyText>
        ) : (
          <ul>
            {items.map((bet) => (
              <Line
                key={bet.id}
                title={`#${bet.roundId} · ${STATES[bet.state]}`}
                detail={detailOf(bet)}
                end={
                  bet.payout > 0 ? `+${plainText(bet.payout)}` : bet.state === 'lost' ? `−${plainText(bet.stake)}` : '–'
                }
                isWon={bet.state === 'cashed-out'}
              />
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

function detailOf({ stake, multiplier, target }: AviatorBet): string {
  const stakeText = `Stake ${plainText(stake)}`
  if (multiplier !== null) return `${stakeText} · ${timesText(multiplier)}`
  return target === null ? stakeText : `${stakeText} · target ${timesText(target)}`
}

function TopList() {
  const [period, setPeriod] = useState<'today' | 'all'>('today')
  const now = useNow(TICK_MS)
  const top = useQuery(topQuery(period))
  return (
    <>
      <div className="flex gap-2 px-3 pt-2">
        {(['today', 'all'] as const).map((each) => (
          <Button
            key={each}
            variant={each === period ? 'secondary' : 'quiet'}
            aria-pressed={each === period}
            onClick={() => setPeriod(each)}
          >
            {each === 'today' ? 'Today' : 'All time'}
          </Button>
        ))}
      </div>
      <Loaded query={top} what="the top wins" skeleton={<Rows />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyText>{period === 'today' ? 'No wins yet today.' : 'No wins yet.'}</EmptyText>
          ) : (
            <ul>
              {items.map((win) => (
                <Line
                  key={`${win.roundId} ${win.at} ${win.payout}`}
                  title={
                    <>
                      {win.player} <span className="text-12 text-muted">{agoLabel(new Date(win.at), now)}</span>
                    </>
                  }
                  detail={`Stake ${plainText(win.stake)} · ${timesText(win.multiplier)}`}
                  end={`+${plainText(win.payout)}`}
                  isWon
                />
              ))}
            </ul>
          )
        }
      </Loaded>
    </>
  )
}

const Rows = () => (
  <div className="flex flex-col gap-2 p-3">
    <Skeleton className="h-6 w-full" />
    <Skeleton className="h-6 w-full" />
    <Skeleton className="h-6 w-full" />
  </div>
)
