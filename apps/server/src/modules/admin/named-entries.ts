import { nameOf } from '@mupiira/domain/identity/registration.ts'
import { isId } from '../../kernel/ids.ts'
import type { AuditRow } from '../audit/index.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Identity } from '../identity/index.ts'

export type NameDeps = {
  readonly catalogue: Pick<Catalogue, 'games'>
  readonly identity: Pick<Identity, 'profiles'>
}
type Named = 'user' | 'game'
type Entry = Pick<AuditRow, 'actorId' | 'subject'>

/** The names of actors and subjects of audit entries; '' when unknown. */
export async function namesOf(
  { catalogue, identity }: NameDeps,
  entries: readonly Entry[],
): Promise<(entry: Entry) => { readonly actor: string; readonly subject: string }> {
  const idsOf = (kind: Named) => entries.flatMap(({ subject }) => idIn(subject, kind) ?? [])
  const actors = entries.flatMap(({ actorId }) => actorId ?? [])
  const [people, games] = await Promise.all([
    identity.profiles.byIds([...new Set([...actors, ...idsOf('user')])]),
    catalogue.games.byIds([...new Set(idsOf('game'))]),
  ])
  const userIn = (id: string | null): string => {
    const profile = id === null ? undefined : people.get(id)
    return profile === undefined ? '' : nameOf(profile)
  }
  return ({ actorId, subject }) => ({
    actor: userIn(actorId),
    subject: userIn(idIn(subject, 'user')) || (games.get(idIn(subject, 'game') ?? '')?.name ?? ''),
  })
}

/** `idIn('user:0199…', 'user')` → '0199…' */
function idIn(subject: string, wantedKind: Named): string | null {
  const [kind, id = ''] = subject.split(':')
  return kind === wantedKind && isId(id) ? id : null
}
