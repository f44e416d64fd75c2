import { useQueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import { useNow } from '../../shared/clock.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Badge, Card, Notice } from '../../shared/ui/surfaces.tsx'
import { ConsolePage } from '../kit/console-page.tsx'
import { useAdminPollingMs } from '../kit/admin-live.ts'
import { ControlGame, FeedReport } from './control-game.tsx'
import { GameDialog } from './game-dialog.tsx'
import { isOver, scoreOf, statusText, STATUS_TONES, publishedText } from './game-texts.ts'
import { GameMarkets } from './game-markets.tsx'
import { ResultForm } from './result-form.tsx'
import { ManualRun } from './manual-run.tsx'
import { ScoreCosts } from './score-costs.tsx'
import { SuspendGame } from './suspend-game.tsx'
import { voidDue } from './void-due.ts'
import { gameQuery } from './game-queries.ts'

const REFRESH_MS = 5_000

type GameScreenProps = { readonly params: { readonly [name: string]: string } }

/** One game in the console: clock, goals, result, and markets with their exposure. */
export function GameScreen({ params }: GameScreenProps) {
  const id = params['id'] ?? ''
  const client = useQueryClient()
  const query = useQuery({ ...gameQuery(id), refetchInterval: useAdminPollingMs(REFRESH_MS) })
  const [edited, setEdited] = useState<AdminGame | null>(null)
  const game = query.data?.game
  const changed = async () => {
    await client.invalidateQueries({ queryKey: gameQuery(id).queryKey })
  }
  return (
    <ConsolePage
      title={game === undefined ? 'Game' : `${game.homeTeam} – ${game.awayTeam}`}
      end={
        <>
          {game?.source === 'hand' && game.result === null && (
            <Button variant="secondary" onClick={() => setEdited(game)}>
              Edit
            </Button>
          )}
          <ButtonLink variant="secondary" href="/admin/games">
            All games
          </ButtonLink>
        </>
      }
    >
      <Loaded query={query} what="this game" skeleton={<Skeleton className="h-100 w-full" />}>
        {({ game, markets }) => (
          <>
            <Board game={game} onChanged={changed} />
            <div className="grid grid-cols-1 items-start gap-4 wide:grid-cols-2">
              {game.source === 'hand' && <ManualRun game={game} onChanged={changed} />}
              <ResultForm
                key={`${game.id} ${game.result?.version ?? 0} ${game.homeScore}-${game.awayScore}`}
                game={game}
                onChanged={changed}
              />
            </div>
            <GameMarkets game={game} markets={markets} onChanged={changed} />
            <ScoreCosts gameId={game.id} homeTeam={game.homeTeam} awayTeam={game.awayTeam} />
          </>
        )}
      </Loaded>
      {edited !== null && <GameDialog game={edited} onSaved={changed} onClose={() => setEdited(null)} />}
    </ConsolePage>
  )
}

type BoardProps = { readonly game: AdminGame; readonly onChanged: () => Promise<void> }

function Board({ game, onChanged }: BoardProps) {
  const due = voidDue(game, useNow(MINUTE_MS))
  const statusLine = statusText(game)
  return (
    <Card label="Game">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <p className="text-14 text-muted">{`${game.league} · ${dateTimeText(game.startTime)} · run by ${game.source === 'hand' ? 'staff' : 'the feed'}`}</p>
        </div>
        <p className="text-28 font-bold tabular">{scoreOf(game)}</p>
        <span className="flex flex-wrap gap-1">
          <Badge tone={STATUS_TONES[game.status]}>{game.clock ?? game.status}</Badge>
          {game.takenOver && <Badge tone="gold">taken over</Badge>}
          {game.hidden && <Badge tone="down">hidden</Badge>}
          {game.held && <Badge tone="gold">to decide</Badge>}
          {game.toldResult !== null && <Badge tone="down">differs from the feed</Badge>}
          {game.silent && <Badge tone="down">no feed data</Badge>}
          {game.barred && <Badge tone="down">suspended with its league</Badge>}
          {game.result !== null &&
            !(game.status === 'settled' && game.result.isSettled && game.result.version === 1) && (
              <Badge
                tone={game.result.isSettled ? 'up' : 'live'}
              >{`${game.result.isSettled ? 'bets settled' : 'bets being settled'}${game.result.version > 1 ? `, version ${game.result.version}` : ''}`}</Badge>
            )}
        </span>
        {game.result === null && (game.source === 'feed' || game.takenOver) && (
          <ControlGame game={game} onChanged={onChanged} />
        )}
        {!isOver(game) && <SuspendGame game={game} onChanged={onChanged} />}
      </div>
      {game.takenOver && (
        <div className="pt-3">
          <FeedReport game={game} />
        </div>
      )}
      {statusLine !== null && (
        <div className="pt-3">
          <Notice tone="info">{statusLine}</Notice>
        </div>
      )}
      {game.toldResult !== null && (
        <div className="pt-3">
          <Notice tone="down">{publishedText(game.toldResult)}</Notice>
        </div>
      )}
      {due !== null && (
        <div className="pt-3">
          <Notice tone="down">{due.text}</Notice>
        </div>
      )}
    </Card>
  )
}
