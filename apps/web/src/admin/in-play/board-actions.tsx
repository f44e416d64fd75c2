import { CirclePause, CirclePlay, ExternalLink, ListChecks } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { InPlayGame } from '@mupiira/contract/admin-in-play.ts'
import { REOPENING_WORD } from '@mupiira/domain/access/approval-kinds.ts'
import { REASON_LENGTH } from '@mupiira/domain/access/reason.ts'
import { leagueScope } from '@mupiira/domain/in-play/league-rules.ts'
import { MARKETS } from '@mupiira/domain/markets/catalogue.ts'
import { textOf } from '../../shared/api/errors.ts'
import { Field, Select } from '../../shared/ui/field.tsx'
import { useMay } from '../../state/session.ts'
import { ActionMenu, type MenuAction } from '../kit/action-menu.tsx'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { scopeText } from '../kit/league-scope.ts'
import { reasonRule } from '../kit/reason-rule.ts'
import { OpenBetsFigures } from '../kit/open-bets.tsx'
import { act } from '../kit/staff-api.ts'
import { SuspendGame } from '../kit/suspend-game.tsx'
import { changeSuspension, needsTyping } from '../kit/change-suspension.ts'

type BoardProps = { readonly game: InPlayGame; readonly onChanged: () => Promise<void> }

/** A change that waits for its reason. */
type Change = {
  readonly title: string
  readonly text: string
  readonly suspended: boolean
  /** The league or market whose open bets the change concerns. */
  readonly on: { readonly league: string } | { readonly game: string; readonly market: string }
  readonly send: (reason: string, entered: string) => Promise<unknown>
  /** A word to type, because a colleague stopped the betting and there is no second approver. */
  readonly typed?: string
}

const leagueChange = (game: InPlayGame, suspended: boolean): Change => {
  const scope = leagueScope(game)
  const name = scopeText(scope)
  return {
    title: `${suspended ? 'Suspend' : 'Reopen'} ${name}?`,
    text: suspended
      ? `Bets and cashouts on all games of ${name} stop at once. Bets that wait for acceptance are rejected.`
      : 'Bets and cashouts reopen at once, except on games that are suspended individually.',
    suspended,
    on: { league: scope },
    send: (reason, entered) => changeSuspension({ scope, suspended, reason }, entered),
  }
}

const changeMarket = ({ gameId: id }: InPlayGame, market: string, suspended: boolean, reason: string) =>
  act('PUT /api/admin/games/{id}/markets/{market}', { params: { id, market }, body: { suspended, reason } })

const reopeningOf = (game: InPlayGame, market: InPlayGame['suspendedMarkets'][number]): Change => ({
  title: `Reopen ${market.name} of ${game.name}?`,
  text: 'Bets and cashouts on this market reopen at once.',
  suspended: false,
  on: { game: game.gameId, market: market.id },
  send: (reason) => changeMarket(game, market.id, false, reason),
})

/** Suspends and reopens a live game, its league or one of its markets. */
export function BoardActions({ game, onChanged }: BoardProps) {
  const may = useMay()
  const [change, setChange] = useState<Change | null>(null)
  const [choosesMarket, setChoosesMarket] = useState(false)
  const [, navigate] = useLocation()
  const isLeagueSuspended = game.suspendedScopes.includes(leagueScope(game))
  const send = async (request: () => Promise<unknown>): Promise<string | null> => {
    try {
      await request()
    } catch (error) {
      if (needsTyping(error)) setChange((current) => current && { ...current, typed: REOPENING_WORD })
      return textOf(error, 'Nothing was changed. Please try again.')
    }
    await onChanged()
    return null
  }
  const suspendLeague: MenuAction = {
    text: isLeagueSuspended ? 'Reopen league' : 'Suspend league',
    icon: isLeagueSuspended ? CirclePlay : CirclePause,
    isDangerous: !isLeagueSuspended,
    onSelect: () => setChange(leagueChange(game, !isLeagueSuspended)),
  }
  const actions: readonly MenuAction[] = [
    { text: 'Open game', icon: ExternalLink, onSelect: () => navigate(`/admin/games/${game.gameId}`) },
    ...(may('admin:bets:read')
      ? [{ text: 'Live bets', icon: ListChecks, onSelect: () => navigate(`/admin/in-play/bets?game=${game.gameId}`) }]
      : []),
    ...(may('admin:odds:edit') ? game.suspendedMarkets : []).map((market) => ({
      text: `Reopen ${market.name}`,
      icon: CirclePlay,
      onSelect: () => setChange(reopeningOf(game, market)),
    })),
    ...(may('admin:odds:edit')
      ? [{ text: 'Suspend a market', icon: CirclePause, isDangerous: true, onSelect: () => setChoosesMarket(true) }]
      : []),
    ...(may('admin:games:suspend') ? [suspendLeague] : []),
  ]
  return (
    <>
      <ActionMenu label={`More actions of ${game.name}`} actions={actions} />
      {may('admin:games:suspend') && (
        <SuspendGame game={{ id: game.gameId, name: game.name, suspended: game.isSuspended }} onChanged={onChanged} />
      )}
      {change !== null && (
        <ConfirmDialog
          title={change.title}
          verb={change.suspended ? 'Suspend' : 'Reopen'}
          isDangerous={change.suspended}
          reason={{ label: 'Reason', missing: 'Please give a reason.' }}
          {...(change.typed === undefined ? {} : { typed: change.typed })}
          onConfirm={(reason, entered) => send(() => change.send(reason, entered))}
          onClose={() => setChange(null)}
        >
          <p>{change.text}</p>
          <OpenBetsFigures on={change.on} />
        </ConfirmDialog>
      )}
      {choosesMarket && (
        <SuspendMarket
          game={game}
          onSuspend={(market, reason) => send(() => changeMarket(game, market, true, reason))}
          onClose={() => setChoosesMarket(false)}
        />
      )}
    </>
  )
}

type MarketProps = {
  readonly game: InPlayGame
  readonly onSuspend: (market: string, reason: string) => Promise<string | null>
  readonly onClose: () => void
}

function SuspendMarket({ game, onSuspend, onClose }: MarketProps) {
  const open = MARKETS.filter(({ id }) => !game.suspendedMarkets.some((market) => market.id === id))
  return (
    <FormDialog<{ readonly market: string; readonly reason: string }>
      title={`Suspend a market of ${game.name}?`}
      verb="Suspend"
      isDangerous
      defaultValues={{ market: open[0]?.id ?? '', reason: '' }}
      onSubmit={({ market, reason }) => onSuspend(market, reason.trim())}
      onClose={onClose}
    >
      {({ register, watch, formState }) => (
        <>
          <p className="text-14">Bets and cashouts on this market stop at once.</p>
          <Select label="Market" {...register('market')}>
            {open.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          <OpenBetsFigures on={{ game: game.gameId, market: watch('market') }} />
          <Field
            label="Reason"
            maxLength={REASON_LENGTH.maxLength}
            autoComplete="off"
            error={formState.errors.reason?.message}
            {...register('reason', reasonRule())}
          />
        </>
      )}
    </FormDialog>
  )
}
