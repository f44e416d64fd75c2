import { useQuery } from '@tanstack/react-query'
import { Flame, Sparkles, Star, Users } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { CasinoGame } from '@mupiira/contract/casino.ts'
import { plainText } from '../../shared/format/amounts.ts'
import { ScreenHeader } from '../../shared/ui/screen-header.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge, Card } from '../../shared/ui/surfaces.tsx'
import { Tabs } from '../../shared/ui/tabs.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { Thumbnail } from './thumbnail.tsx'
import { lobbyQuery } from './lobby-query.ts'

type Category = 'all' | CasinoGame['category']

const CHIPS = [
  { id: 'all', name: 'All Games' },
  { id: 'slots', name: 'Slots' },
  { id: 'table', name: 'Table Games' },
  { id: 'live', name: 'Live Casino' },
] as const satisfies readonly { readonly id: Category; readonly name: string }[]

/** The demo lobby. Its cards open no game (CAS-01 to CAS-06). */
export function CasinoScreen() {
  const [chosen, setChosen] = useState<Category>('all')
  const lobby = useQuery(lobbyQuery)
  return (
    <>
      <ScreenHeader title="Casino" backTo="/" end={<Badge tone="gold">Demo</Badge>} />
      <Tabs label="Categories" tabs={CHIPS} chosen={chosen} onChoose={setChosen} panelId="casino-games" />
      <div id="casino-games" role="tabpanel" aria-labelledby={`casino-games-${chosen}`} className="p-3">
        <Loaded query={lobby} what="the games" skeleton={<LobbySkeleton />}>
          {({ items, jackpot }) => (
            <>
              <Card mark="gold">
                <p className="flex flex-wrap items-baseline justify-between gap-2">
                  <span className="text-14 text-muted">Casino jackpot · Demo</span>
                  <strong className="text-28 tabular">{plainText(jackpot)} UGX</strong>
                </p>
              </Card>
              <p className="py-3 text-12 text-muted">This is a demo lobby. No game here uses real money.</p>
              <ul className="grid grid-cols-2 gap-3 md:grid-cols-3">
                {items
                  .filter((game) => chosen === 'all' || game.category === chosen)
                  .map((game) => (
                    <GameCard key={game.id} game={game} />
                  ))}
              </ul>
            </>
          )}
        </Loaded>
      </div>
    </>
  )
}

const launch = (game: CasinoGame): void =>
  void showToast('info', 'Game will open in a new window', { title: `Launching ${game.name}...` })

function GameCard({ game }: { readonly game: CasinoGame }) {
  return (
    <li>
      <button
        type="button"
        onClick={() => launch(game)}
        className="flex h-full w-full flex-col overflow-hidden rounded-card border border-line bg-raised text-left"
      >
        <Thumbnail kind={game.thumbnail} />
        <span className="flex flex-1 flex-col gap-1 p-3">
          <span className="flex min-h-6 flex-wrap gap-1">
            {game.isHot && (
              <Mark icon={<Flame className="size-3.5" />} className="text-live">
                Hot
              </Mark>
            )}
            {game.isNew && (
              <Mark icon={<Sparkles className="size-3.5" />} className="text-up">
                New
              </Mark>
            )}
            <Mark className="text-muted">Demo</Mark>
          </span>
          <span className="text-16 leading-5 font-bold">{game.name}</span>
          <span className="text-12 text-muted">{game.provider}</span>
          {game.jackpot !== null && (
            <span className="text-12 font-bold tabular">
              Jackpot <span className="whitespace-nowrap">UGX {plainText(game.jackpot)}</span>
            </span>
          )}
          <span className="mt-auto flex items-center gap-3 pt-1 text-12 text-muted tabular">
            <span className="inline-flex items-center gap-1">
              <Star className="size-3.5" /> {game.rating.toFixed(1)}
            </span>
            <span className="inline-flex items-center gap-1">
              <Users className="size-3.5" /> {plainText(game.players)}
            </span>
          </span>
        </span>
      </button>
    </li>
  )
}

type MarkProps = { readonly icon?: ReactNode; readonly className: string; readonly children: ReactNode }

const Mark = ({ icon, className, children }: MarkProps) => (
  <span className={`inline-flex items-center gap-1 text-12 font-bold ${className}`}>
    {icon}
    {children}
  </span>
)

const LobbySkeleton = () => (
  <div className="grid grid-cols-2 gap-3 md:grid-cols-3">
    {Array.from({ length: 8 }, (_, at) => (
      <div key={at} className="overflow-hidden rounded-card border border-line bg-raised">
        <Skeleton className="h-20 w-full" />
        <div className="flex flex-col gap-3 p-3">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-3 w-16" />
          <Skeleton className="h-3 w-20" />
        </div>
      </div>
    ))}
  </div>
)
