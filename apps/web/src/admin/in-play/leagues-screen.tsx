import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { AdminSetting, SettingsPreview } from '@mupiira/contract/admin-settings.ts'
import { betDelayIn, changedLeagues, marginIn, withLeague } from '@mupiira/domain/in-play/league-rules.ts'
import { parseSettingValue } from '@mupiira/domain/settings/parse.ts'
import { MARKET_GROUPS } from '@mupiira/domain/markets/types.ts'
import type { Settings } from '@mupiira/domain/settings/types.ts'
import { textOf } from '../../shared/api/errors.ts'
import { Button, ButtonLink } from '../../shared/ui/button.tsx'
import { Loaded, Skeleton } from '../../shared/ui/states.tsx'
import { Notice } from '../../shared/ui/surfaces.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { useMay } from '../../state/session.ts'
import { ConsolePage } from '../kit/console-page.tsx'
import { scopeText } from '../kit/league-scope.ts'
import { settingsQuery } from '../kit/list-queries.ts'
import { RowTable } from '../kit/list-table.tsx'
import { previewOf, type SettingEdit, SettingsPreviewDialog } from '../kit/settings-preview.tsx'
import { act, failureText } from '../kit/staff-api.ts'
import type { Column } from '../kit/table-columns.ts'
import { useListParams } from '../kit/use-list-params.ts'
import { leaguesQuery } from './in-play-queries.ts'
import { type LeagueChange, LeagueDialog } from './league-dialog.tsx'
import { gamesText, groupName, marginText, type PlayedLeagues, readSettings, withoutGamesText } from './league-rules.ts'

/** A league with its own rules, completed by the general settings. */
type League = {
  readonly scope: string
  readonly delaySeconds: number
  readonly margin: ReturnType<typeof marginIn>
  /** Whether it has games; empty until known. */
  readonly games: string
}

const leaguesOf = (settings: Settings, played: PlayedLeagues | undefined): readonly League[] =>
  Object.keys(settings.in_play_leagues).map((scope) => {
    const slash = scope.indexOf('/')
    const league = { country: scope.slice(0, slash), league: scope.slice(slash + 1) }
    const games = played === undefined ? '' : gamesText(scope, played)
    return { scope, delaySeconds: betDelayIn(league, settings), margin: marginIn(league, settings), games }
  })

/** A change of a league that staff checks before saving. */
type Proposed = {
  readonly scope: string
  readonly edit: SettingEdit
  readonly preview: SettingsPreview | null
}

const COLUMNS: readonly Column<League>[] = [
  { id: 'league', title: 'League', value: ({ scope }) => scopeText(scope) },
  {
    id: 'delay',
    title: 'Bet delay',
    phone: 'aside',
    value: ({ delaySeconds }) => delaySeconds,
    cell: ({ delaySeconds }) => `${delaySeconds} s`,
    align: 'end',
  },
  ...MARKET_GROUPS.map((group): Column<League> => ({
    id: group,
    title: `${groupName(group)} margin`,
    value: ({ margin }) => margin[group],
    cell: ({ margin }) => `+${margin[group]} %`,
    align: 'end',
  })),
  { id: 'games', title: 'Games', phone: 'below', value: ({ games }) => games },
]

/** Leagues with their own bet delay and margins in play (INP-04, INP-05). */
export function LeaguesScreen() {
  const query = useQuery(settingsQuery)
  return (
    <ConsolePage
      title="Leagues in live betting"
      end={
        <ButtonLink variant="secondary" href="/admin/in-play">
          Live betting
        </ButtonLink>
      }
    >
      <Loaded query={query} what="the leagues" skeleton={<Skeleton className="h-60 w-full" />}>
        {({ items }) => <Leagues items={items} />}
      </Loaded>
    </ConsolePage>
  )
}

function Leagues({ items }: { readonly items: readonly AdminSetting[] }) {
  const client = useQueryClient()
  const mayEdit = useMay()('admin:settings:edit')
  const played = useQuery(leaguesQuery).data
  const params = useListParams('leagues')
  const [edited, setEdited] = useState<{ readonly scope: string | null } | null>(null)
  const [proposed, setProposed] = useState<Proposed | null>(null)
  const setting = items.find(({ key }) => key === 'in_play_leagues')
  const settings = readSettings(items)
  const leagues = leaguesOf(settings, played)
  const scopes = leagues.map(({ scope }) => scope)
  const withoutGames = played === undefined ? null : withoutGamesText(scopes, played)
  const propose = async ({ scope, rules }: LeagueChange): Promise<string | null> => {
    const value = JSON.stringify(withLeague(settings.in_play_leagues, scope, rules))
    const edit = { key: 'in_play_leagues', before: setting?.value ?? '{}', value }
    try {
      setProposed({ scope, edit, preview: await previewOf([edit]) })
    } catch (error) {
      return textOf(error, 'Nothing was changed. Please try again.')
    }
    return null
  }
  const remove = async (scope: string): Promise<void> => {
    const problem = await propose({ scope, rules: null })
    if (problem !== null) showToast('error', problem)
  }
  const save = async ({ scope, edit }: Proposed, reason: string): Promise<string | null> => {
    const change = { key: edit.key, value: edit.value, ...(setting && { seen: edit.before }) }
    try {
      const answer = await act('PUT /api/admin/settings', { body: { changes: [change], reason } })
      client.setQueryData(settingsQuery.queryKey, { items: answer.items })
      if ('approvalId' in answer) showToast('info', 'A second member of staff must approve this change.')
      else showToast('success', `${scopeText(scope)}: saved.`)
    } catch (error) {
      return failureText(error, 'Nothing was changed. Please try again.')
    }
    return null
  }
  const actions = ({ scope }: League) => (
    <>
      <Button variant="secondary" aria-label={`Edit ${scopeText(scope)}`} onClick={() => setEdited({ scope })}>
        Edit
      </Button>
      <Button variant="secondary" aria-label={`Remove ${scopeText(scope)}`} onClick={() => void remove(scope)}>
        Remove
      </Button>
    </>
  )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-14 text-muted">
          {`Other leagues: bet delay ${settings.bet_delay_seconds} s, margin in percentage points ${marginText(settings.in_play_margin)}. A bet waits for the longest delay of its games.`}
        </p>
        {mayEdit && <Button onClick={() => setEdited({ scope: null })}>Add a league</Button>}
      </div>
      {withoutGames !== null && (
        <Notice tone="info">
          <p>{withoutGames}</p>
        </Notice>
      )}
      {setting?.waiting.map((each) => (
        <WaitingChange key={each.approvalId} settings={settings} waiting={each} />
      ))}
      <RowTable
        name="leagues in live betting"
        columns={COLUMNS}
        rows={leagues}
        rowKey={({ scope }) => scope}
        params={params}
        fileName="mupiira-live-leagues"
        empty={{ title: 'No league has its own rules', text: 'The general settings apply to every league.' }}
        {...(mayEdit ? { actions } : {})}
      />
      {edited !== null && (
        <LeagueDialog
          scope={edited.scope}
          taken={scopes}
          settings={settings}
          onSave={propose}
          onClose={() => setEdited(null)}
        />
      )}
      {proposed !== null && (
        <SettingsPreviewDialog
          edits={[proposed.edit]}
          preview={proposed.preview}
          onConfirm={(reason) => save(proposed, reason)}
          onClose={() => setProposed(null)}
        />
      )}
    </>
  )
}

type WaitingProps = { readonly settings: Settings; readonly waiting: AdminSetting['waiting'][number] }

function WaitingChange({ settings, waiting: { value, askedBy, isOwn } }: WaitingProps) {
  const requested = parseSettingValue('in_play_leagues', value)
  const names = requested.ok
    ? changedLeagues(settings.in_play_leagues, requested.value).map(({ scope }) => scopeText(scope))
    : []
  return (
    <Notice tone="info">
      <span className="flex flex-wrap items-center justify-between gap-x-3">
        <span>{`A change of ${names.join(', ')} waits for a second member of staff, requested by ${isOwn ? 'you' : askedBy}.`}</span>
        <Link href="/admin/approvals" className="inline-flex min-h-11 items-center underline">
          Approvals
        </Link>
      </span>
    </Notice>
  )
}
