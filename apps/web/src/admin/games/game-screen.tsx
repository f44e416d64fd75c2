import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminGame } from '@mupiira/contract/admin-games.ts'
import { MINUTE_MS } from '@mupiira/domain/time/durations.ts'
import type { Answer } from '../../shared/api/client.ts'
import { useNow } from '../../shared/clock.ts'
import { dateTimeText } from '../../shared/format/times.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Loaded } from '../../shared/ui/states.tsx'
import { Badge, Notice } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { useMay } from '../../state/session.ts'
import { ConsolePage, DetailsSkeleton } from '../kit/console-page.tsx'
import { useAdminPollingMs } from '../kit/admin-live.ts'
import { useRequestedAction } from '../kit/use-requested-action.ts'
import { KeyFigure, KeyFigures } from '../kit/facts.tsx'
import { ControlGame, FeedReport } from './control-game.tsx'
import { GameDialog } from './game-dialog.tsx'
import { differingResultText, isOver, scoreOf, STATUS_TONES, statusText } from './game-texts.ts'
import { GameMarkets } from './game-markets.tsx'
import { ResultForm } from './result-form.tsx'
import { ManualRun } from './manual-run.tsx'
import { ScorePayouts } from './score-payouts.tsx'
import { SuspendGame } from '../kit/suspend-game.tsx'
import { voidDue } from './void-due.ts'
import { gameQuery } from './game-queries.ts'

const REFRESH_MS = 5_000

type GameScreenProps = { readonly params: { readonly [name: string]: string } }

/** One game in the console: clock, goals, result, and markets with their exposure. */
export function GameScreen({ params }: GameScreenProps) {
  const id = params['id'] ?? ''
  const client = useQueryClient()
  const query = useQuery({ ...gameQuery(id), refetchInterval: useAdminPollingMs(REFRESH_MS) })
  const changed = async () => {
    await client.invalidateQueries({ queryKey: gameQuery(id).queryKey })
  }
  return (
    <Loaded query={query} what="this game" skeleton={<DetailsSkeleton />}>
      {(answer) => <GameDetails {...answer} onChanged={changed} />}
    </Loaded>
  )
}

type DetailsProps = Answer<'GET /api/admin/games/{id}/markets'> & { readonly onChanged: () => Promise<void> }

function GameDetails({ game, markets, manualOdds, onChanged }: DetailsProps) {
  const may = useMay()
  const [edited, setEdited] = useState<AdminGame | null>(null)
  const isManual = game.source === 'hand'
  const isEditor = may('admin:games:edit')
  const isEditable = isManual && game.result === null && isEditor
  useRequestedAction((action) => {
    if (action !== 'edit') return
    if (isEditable) setEdited(game)
    else showToast('info', 'This game cannot be edited now.')
  })
  const scorePayouts = <ScorePayouts gameId={game.id} homeTeam={game.homeTeam} awayTeam={game.awayTeam} />
  return (
    <ConsolePage
      title={`${game.homeTeam} – ${game.awayTeam}`}
      badges={<GameBadges game={game} />}
      end={
        <>
          <ButtonLink variant="secondary" href="/admin/games">
            All games
          </ButtonLink>
          {may('admin:bets:read') && (
            <ButtonLink variant="secondary" href={`/admin/bets?game=${game.id}`}>
              Tickets
            </ButtonLink>
          )}
          {isEditable && (
            <Button variant="secondary" onClick={() => setEdited(game)}>
              Edit
            </Button>
          )}
          {isEditor && game.result === null && (game.source === 'feed' || game.takenOver) && (
            <ControlGame game={game} onChanged={onChanged} />
          )}
          {!isOver(game) && may('admin:games:suspend') && <SuspendGame game={game} onChanged={onChanged} />}
        </>
      }
    >
      <Board game={game} />
      <div className="grid grid-cols-1 items-start gap-4 wide:grid-cols-2">
        {isManual && isEditor && <ManualRun game={game} onChanged={onChanged} />}
        {isEditor && (
          <ResultForm
            key={`${game.id} ${game.result?.version ?? 0} ${game.homeScore}-${game.awayScore}`}
            game={game}
            onChanged={onChanged}
          />
        )}
        {!isManual && scorePayouts}
      </div>
      <GameMarkets game={game} markets={markets} rules={manualOdds} onChanged={onChanged} />
      {isManual && scorePayouts}
      {edited !== null && <GameDialog game={edited} onSaved={onChanged} onClose={() => setEdited(null)} />}
    </ConsolePage>
  )
}

type GameProps = { readonly game: AdminGame }

/** The states of a game that affect which actions are possible. */
const GameBadges = ({ game }: GameProps) => (
  <span className="flex flex-wrap gap-1">
    <Badge tone={STATUS_TONES[game.status]}>{game.clock ?? game.status}</Badge>
    {game.suspended && <Badge tone="down">suspended</Badge>}
    {game.takenOver && <Badge tone="gold">taken over</Badge>}
    {game.hidden && <Badge tone="down">hidden</Badge>}
    {game.held && <Badge tone="gold">to decide</Badge>}
    {game.toldResult !== null && <Badge tone="down">differs from the feed</Badge>}
    {game.silent && <Badge tone="down">no feed data</Badge>}
    {game.barred && <Badge tone="down">suspended with its league</Badge>}
    {game.result !== null && !(game.status === 'settled' && game.result.isSettled && game.result.version === 1) && (
      <Badge
        tone={game.result.isSettled ? 'up' : 'live'}
      >{`${game.result.isSettled ? 'bets settled' : 'bets being settled'}${game.result.version > 1 ? `, version ${game.result.version}` : ''}`}</Badge>
    )}
  </span>
)

/** The facts of the game, and the notices about it. */
function Board({ game }: GameProps) {
  const due = voidDue(game, useNow(MINUTE_MS))
  const statusLine = statusText(game)
  const { halfTimeHomeScore, halfTimeAwayScore } = game
  return (
    <section aria-label="Game" className="flex flex-col gap-3">
      <KeyFigures>
        <KeyFigure
          name="Score"
          {...(halfTimeHomeScore === null || halfTimeAwayScore === null || game.status === 'upcoming'
            ? {}
            : { note: `Half time ${halfTimeHomeScore} – ${halfTimeAwayScore}` })}
        >
          {scoreOf(game)}
        </KeyFigure>
        <KeyFigure name="Start">{dateTimeText(game.startTime)}</KeyFigure>
        <KeyFigure name="League" {...(game.country === null ? {} : { note: game.country })}>
          {game.league}
        </KeyFigure>
        <KeyFigure name="Controlled by">
          {game.takenOver ? 'Staff, taken over' : game.source === 'hand' ? 'Staff' : 'The feed'}
        </KeyFigure>
      </KeyFigures>
      <FeedReport game={game} />
      {statusLine !== null && <Notice tone="info">{statusLine}</Notice>}
      {game.toldResult !== null && <Notice tone="down">{differingResultText(game.toldResult)}</Notice>}
      {due !== null && <Notice tone="down">{due.text}</Notice>}
    </section>
  )
}
