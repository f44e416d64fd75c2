import type { SettingsPreview } from '@mupiira/contract/admin-settings.ts'
import type { SettingEffect } from '@mupiira/domain/settings/effects.ts'
import { counted } from '../../shared/format/counted.ts'

type Effect = SettingsPreview['changes'][number]['effects'][number]

const TEXTS: { readonly [effect in SettingEffect]: (count: number) => string } = {
  'open-games': (count) =>
    count === 0 ? 'No game accepts bets now.' : `${counted(count, 'game accepts', 'games accept')} bets now.`,
  'live-games': (count) => (count === 0 ? 'No game is live.' : `${counted(count, 'game is', 'games are')} live.`),
  'priced-games': (count) => `The odds of ${counted(count, 'game')} are computed again.`,
  'manual-odds': (count) =>
    count === 1
      ? '1 selection has manual odds and keeps them.'
      : `${counted(count, 'selection')} have manual odds and keep them.`,
  'new-bets': () => 'Applies to new bets.',
  'tickets-keep-rules': (count) =>
    count === 1
      ? '1 open ticket keeps the rules under which it was placed.'
      : `${counted(count, 'open ticket')} keep the rules under which they were placed.`,
  'cashout-offers': (count) => `Applies to the next cashout offers of ${counted(count, 'open ticket')}.`,
  'lower-stake-limits': (count) =>
    count === 1
      ? '1 player has a lower stake limit and keeps it.'
      : `${counted(count, 'player')} have a lower stake limit and keep it.`,
  'selections-above': (count) => aboveText(count, 'selection'),
  'scorers-above': (count) => aboveText(count, 'goalscorer'),
  'games-above': (count) => aboveText(count, 'game'),
  'payments-under-way': (count) =>
    count === 1
      ? '1 payment is pending and continues as before.'
      : `${counted(count, 'payment')} are pending and continue as before.`,
  'new-payments': () => 'Applies to new deposits and withdrawals.',
  'new-accounts': () => 'Applies to new registrations. Existing accounts stay as they are.',
  'next-round': () => 'Applies to the next Aviator bets and rounds.',
  'approvals-waiting': (count) =>
    count === 1
      ? '1 request already waits and still needs its approval.'
      : `${counted(count, 'request')} already wait and still need approval.`,
  'staff-logins': () => 'Applies to the next action of each member of staff.',
  'new-alerts': () => 'Applies to the next evaluation of alerts, within a minute.',
  display: () => 'Bets and payments stay as they are.',
}

const aboveText = (count: number, one: string): string =>
  count === 1
    ? `1 ${one} already reaches the new limit and accepts no further bets.`
    : `${counted(count, one)} already reach the new limit and accept no further bets.`

/** Without such games, the effect is still worth reading. */
const SHOWN_AT_ZERO: ReadonlySet<SettingEffect> = new Set(['open-games', 'live-games'])

/** What a change affects, in sentences. A count of zero is left out where it says nothing. */
export const effectTexts = (effects: readonly Effect[]): readonly string[] =>
  effects
    .filter(({ kind, count }) => count !== 0 || SHOWN_AT_ZERO.has(kind))
    .map(({ kind, count }) => TEXTS[kind](count ?? 0))
