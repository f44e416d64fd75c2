import type { AdminMarket } from '@mupiira/contract/admin-games.ts'
import { ugxToNumber } from '@mupiira/domain/money/ugx.ts'
import type { Body } from '../../shared/api/client.ts'
import { moneyText, oddsText } from '../../shared/format/amounts.ts'
import { readAmount } from '../../shared/format/typed-amount.ts'
import { decimalOf } from '../kit/typed-odds.ts'
import { centsProblem } from '../kit/whole-shillings.ts'

type Selection = Pick<AdminMarket['selections'][number], 'id' | 'own' | 'mostStake'>
export type MarketChanges = Omit<Body<'PUT /api/admin/games/{id}/markets/{market}'>, 'reason'>

/** The text of a form field; empty if the value is null. */
export const fieldText = (value: number | null): string => (value === null ? '' : String(value))

/** The edited fields of a selection, so that changes by others are kept. Null without changes or for invalid input. */
export function selectionChanges(selection: Selection, odds: string, stake: string): MarketChanges | null {
  const own = decimalOf(odds)
  if (own === null ? odds.trim() !== '' : own < 1.01 || own > 1_000) return null
  const amount = readAmount(stake)
  if (amount === null ? stake.trim() !== '' : centsProblem(stake) !== null) return null
  const stakeLimit = amount === null ? null : ugxToNumber(amount)
  const { id } = selection
  const changes = {
    ...(own === selection.own ? {} : { odds: { [id]: own } }),
    ...(stakeLimit === selection.mostStake ? {} : { mostStake: { [id]: stakeLimit } }),
  }
  if (Object.keys(changes).length === 0) return null
  return { ...changes, seen: { odds: { [id]: selection.own }, mostStake: { [id]: selection.mostStake } } }
}

/** The odds of a change as text, for typing again; null if the change sets no odds. */
export function typedOddsOf({ odds = {} }: MarketChanges): string | null {
  const own = Object.values(odds).find((value) => value !== null)
  return own == null ? null : oddsText(own)
}

/** The odds that staff typed again. The server compares them with the first entry. */
export const confirmationOf = ({ odds = {} }: MarketChanges, entered: string): Pick<MarketChanges, 'confirmedOdds'> =>
  entered === '' ? {} : { confirmedOdds: Object.fromEntries(Object.keys(odds).map((id) => [id, Number(entered)])) }

export type ChangeLine = { readonly name: string; readonly from: string; readonly to: string }
type Priced = Selection & Pick<AdminMarket['selections'][number], 'model'>

/** Old and new values for the confirmation: "Odds: 2.18 (model odds) → 2.40". */
export function changeLines(selection: Priced, { odds = {}, mostStake = {} }: MarketChanges): readonly ChangeLine[] {
  const { id, own, model, mostStake: stakeLimit } = selection
  const models = model === null ? 'model odds' : `${oddsText(model)} (model odds)`
  const oddsOf = (value: number | null) => (value === null ? models : oddsText(value))
  const stakeOf = (value: number | null) => (value === null ? 'no limit' : moneyText(value))
  const [toOdds, toStake] = [odds[id], mostStake[id]]
  return [
    ...(toOdds === undefined ? [] : [{ name: 'Odds', from: oddsOf(own), to: oddsOf(toOdds) }]),
    ...(toStake === undefined ? [] : [{ name: 'Maximum stake', from: stakeOf(stakeLimit), to: stakeOf(toStake) }]),
  ]
}
