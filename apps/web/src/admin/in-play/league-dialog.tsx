import { useQuery } from '@tanstack/react-query'
import { MARKET_GROUPS } from '@mupiira/domain/markets/types.ts'
import type { LeagueRules, Settings } from '@mupiira/domain/settings/types.ts'
import { Field, Select } from '../../shared/ui/field.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { FormDialog } from '../kit/form-dialog.tsx'
import { scopeText } from '../kit/league-scope.ts'
import { leaguesQuery } from './in-play-queries.ts'
import { exampleText, groupName, rangeOf, readRules, type TypedRules, typedRules } from './league-rules.ts'

type Values = TypedRules & { readonly scope: string }

export type LeagueChange = { readonly scope: string; readonly rules: LeagueRules | null }

type DialogProps = {
  /** The league to edit; null to add one. */
  readonly scope: string | null
  /** The leagues that already have rules, and cannot be added. */
  readonly taken: readonly string[]
  readonly settings: Settings
  /** Returns null on success, else the error. */
  readonly onSave: (change: LeagueChange) => Promise<string | null>
  readonly onClose: () => void
}

/** The error of `readRules` at its field. */
const rulesAt = (field: keyof TypedRules) => ({
  validate: (_typed: string, values: Values): true | string => {
    const read = readRules(values)
    return 'error' in read && read.field === field ? read.error : true
  },
})

const CHOOSE_LEAGUE = 'Please choose a league.'

/** The bet delay and the margins of one league. */
export function LeagueDialog({ scope, taken, settings, onSave, onClose }: DialogProps) {
  const leagues = useQuery(leaguesQuery)
  const current = scope === null ? {} : (settings.in_play_leagues[scope] ?? {})
  const save = async ({ scope: chosen, ...typed }: Values): Promise<string | null> => {
    // The list of leagues may be missing.
    if (scope === null && chosen === '') return CHOOSE_LEAGUE
    const read = readRules(typed)
    if ('error' in read) return read.error
    return onSave({ scope: scope ?? chosen, rules: read.rules })
  }
  return (
    <FormDialog<Values>
      title={scope === null ? 'Add a league' : scopeText(scope)}
      verb="Continue"
      defaultValues={{ scope: '', ...typedRules(current) }}
      onSubmit={save}
      onClose={onClose}
    >
      {({ register, watch, formState }) => {
        const read = readRules(watch())
        return (
          <>
            {scope === null && (
              <Loaded query={leagues} what="the leagues" skeleton={<Skeleton className="h-18 w-full" />}>
                {({ listed }) => (
                  <Select
                    label="League"
                    error={formState.errors.scope?.message}
                    {...register('scope', { validate: (chosen) => chosen !== '' || CHOOSE_LEAGUE })}
                  >
                    <option value="">Choose a league</option>
                    {listed
                      .filter((each) => !taken.includes(each))
                      .map((each) => (
                        <option key={each} value={each}>
                          {scopeText(each)}
                        </option>
                      ))}
                  </Select>
                )}
              </Loaded>
            )}
            <p className="text-14 text-muted">An empty field uses the general setting.</p>
            <Field
              label="Bet delay"
              hint={`${rangeOf('bet_delay_seconds')} seconds. General: ${settings.bet_delay_seconds}.`}
              inputMode="numeric"
              autoComplete="off"
              suffix="s"
              error={formState.errors.delaySeconds?.message}
              {...register('delaySeconds', rulesAt('delaySeconds'))}
            />
            <fieldset className="min-w-0">
              <legend className="pb-1 text-14 font-bold">Percentage points added to the margin</legend>
              <div className="grid grid-cols-2 gap-2">
                {MARKET_GROUPS.map((group) => (
                  <Field
                    key={group}
                    label={groupName(group)}
                    hint={`General: ${settings.in_play_margin[group]}.`}
                    inputMode="decimal"
                    autoComplete="off"
                    suffix="%"
                    error={formState.errors[group]?.message}
                    {...register(group, rulesAt(group))}
                  />
                ))}
              </div>
              <p className="min-h-5 pt-1 text-12 text-muted" role="status">
                {'rules' in read ? exampleText(read.rules, settings) : ''}
              </p>
            </fieldset>
          </>
        )
      }}
    </FormDialog>
  )
}
