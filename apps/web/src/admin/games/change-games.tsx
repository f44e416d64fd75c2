import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ConfirmedPreview } from '@mupiira/contract/admin-game-changes.ts'
import type { TradingGame } from '@mupiira/contract/admin-trading.ts'
import type { ImpossibleGames, UnconfirmedGames } from '@mupiira/contract/admin-trading-changes.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { counted } from '../../shared/format/counted.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { Skeleton } from '../../shared/ui/states.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { act, failureText } from '../kit/staff-api.ts'
import { OpenFigures } from './confirm-change.tsx'
import { EffectFigures, EffectNotices } from './effect-figures.tsx'

export type GamesAction = 'suspend' | 'reopen' | 'result' | 'void'

type Words = { readonly verb: string; readonly text: string; readonly done: string; readonly isDangerous: boolean }

const WORDS: { readonly [action in GamesAction]: Words } = {
  suspend: {
    verb: 'Suspend',
    text: 'Bets and cashouts stop at once. Bets that wait for acceptance are rejected. Open tickets stay open.',
    done: 'suspended',
    isDangerous: true,
  },
  reopen: {
    verb: 'Reopen',
    text: 'Bets and cashouts reopen at once, unless a league or everything is suspended.',
    done: 'reopened',
    isDangerous: false,
  },
  result: {
    verb: 'Settle',
    text: 'The bets on these games are settled at once with the scores below.',
    done: 'settled',
    isDangerous: true,
  },
  void: {
    verb: 'Void',
    text: 'All bets on these games become void at once. This cannot be undone.',
    done: 'void',
    isDangerous: true,
  },
}

const CHANGED = 'The games or their bets have changed. Please check the figures and confirm again.'
const FAILED = 'Nothing was changed. Please try again.'

type Answer = { readonly games: number } | { readonly approvals: number }

/** A request without `confirmed` is refused with the preview. */
function send(action: GamesAction, games: string[], confirmed?: ConfirmedPreview): Promise<Answer> {
  const body = { games, ...(confirmed === undefined ? {} : { confirmed }) }
  return action === 'suspend' || action === 'reopen'
    ? act('POST /api/admin/trading/suspend', { body: { ...body, suspended: action === 'suspend' } })
    : act('POST /api/admin/trading/end', { body: { ...body, kind: action } })
}

type Preview =
  | { readonly kind: 'effect'; readonly effect: UnconfirmedGames }
  | { readonly kind: 'impossible'; readonly games: ImpossibleGames['games'] }

/** The preview in a refusal; null for another error. */
function previewIn(error: unknown): Preview | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'CHANGE_MOVES_BETS') return { kind: 'effect', effect: error.details as UnconfirmedGames }
  if (error.code !== 'GAMES_IMPOSSIBLE') return null
  return { kind: 'impossible', games: (error.details as ImpossibleGames).games }
}

async function previewOf(action: GamesAction, games: string[]): Promise<Preview> {
  try {
    await send(action, games)
  } catch (error) {
    const preview = previewIn(error)
    if (preview !== null) return preview
    throw error
  }
  throw new Error('a change of games without a confirmation was not refused')
}

type ChangeGamesProps = {
  readonly action: GamesAction
  readonly games: readonly TradingGame[]
  readonly onChanged: () => Promise<void>
  readonly onClose: () => void
}

/** Changes several games with one preview and one reason: all of them, or none. */
export function ChangeGames({ action, games, onChanged, onClose }: ChangeGamesProps) {
  // The rows of the grid change under the dialog.
  const [ids] = useState(() => games.map(({ id }) => id))
  const [changed, setChanged] = useState<Preview | null>(null)
  const { data, error } = useQuery({
    queryKey: ['change of games', action, ids],
    queryFn: () => previewOf(action, ids),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const { verb, text, done, isDangerous } = WORDS[action]
  const title = `${verb} ${counted(ids.length, 'game')}?`
  const preview = changed ?? data
  if (preview?.kind === 'impossible') return <Impossible title={title} games={preview.games} onClose={onClose} />
  const run = async (reason: string): Promise<string | null> => {
    if (preview === undefined) return 'Please wait for the figures.'
    const { amount, seen } = preview.effect
    try {
      const answer = await send(action, ids, { amount, seen, reason })
      if ('approvals' in answer)
        showToast('info', `A second member of staff must approve ${counted(answer.approvals, 'result')}.`)
      else showToast('success', `${counted(answer.games, 'game')} ${done}.`)
    } catch (problem) {
      const next = previewIn(problem)
      if (next === null) return failureText(problem, FAILED)
      setChanged(next)
      return CHANGED
    }
    await onChanged()
    return null
  }
  return (
    <ConfirmDialog
      title={title}
      verb={verb}
      isDangerous={isDangerous}
      reason={{ label: 'Reason', missing: 'Please give a reason.' }}
      onConfirm={run}
      onClose={onClose}
    >
      <p>{text}</p>
      {error !== null && <Notice tone="info">{failureText(error, 'The effect could not be calculated.')}</Notice>}
      {preview === undefined && error === null && <Skeleton className="h-32 w-full" />}
      {preview !== undefined && <Figures action={action} effect={preview.effect} />}
    </ConfirmDialog>
  )
}

type FiguresProps = { readonly action: GamesAction; readonly effect: UnconfirmedGames }

const Figures = ({ action, effect }: FiguresProps) => (
  <>
    <ul className="max-h-48 overflow-y-auto rounded-card border border-line">
      {effect.games.map(({ id, name, score }) => (
        <li key={id} className="flex justify-between gap-3 border-b border-line px-3 py-1.5 last:border-b-0">
          <span className="min-w-0">{name}</span>
          {score !== null && <b className="whitespace-nowrap tabular">{score}</b>}
        </li>
      ))}
    </ul>
    <dl>
      {action === 'suspend' || action === 'reopen' ? (
        <OpenFigures change={{ ...effect, kind: 'state', risk: null }} />
      ) : (
        <EffectFigures effect={effect} />
      )}
    </dl>
    <EffectNotices effect={effect} />
  </>
)

type ImpossibleProps = Pick<ImpossibleGames, 'games'> & { readonly title: string; readonly onClose: () => void }

/** The games that prevent the change. */
const Impossible = ({ title, games, onClose }: ImpossibleProps) => (
  <Dialog title={title} open onClose={onClose}>
    <div className="flex flex-col gap-3 p-4 text-14">
      <p role="status">
        Nothing was changed, because this is not possible for every game. Please deselect these games:
      </p>
      <ul className="rounded-card border border-line">
        {games.map(({ id, name, text }) => (
          <li key={id} className="border-b border-line px-3 py-2 last:border-b-0">
            <b>{name}</b>
            <span className="block">{text}</span>
          </li>
        ))}
      </ul>
      <div className="flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  </Dialog>
)
