import { nameOf } from '@mupiira/domain/identity/registration.ts'
import { isId } from '../../kernel/ids.ts'
import type { AuditRow } from '../audit/index.ts'
import type { Betting } from '../betting/index.ts'
import type { Catalogue } from '../catalogue/index.ts'
import type { Identity } from '../identity/index.ts'
import type { Payments } from '../payments/index.ts'

export type NameDeps = {
  readonly betting: Pick<Betting, 'administration'>
  readonly catalogue: Pick<Catalogue, 'games'>
  readonly identity: Pick<Identity, 'profiles'>
  readonly payments: Pick<Payments, 'reads'>
}
type Named = 'user' | 'game' | 'bet' | 'payment'
type Entry = Pick<AuditRow, 'actorId' | 'subject'>

/** The names of actors and subjects of audit entries, and the codes of tickets and payments; '' when unknown. */
export async function namesOf(
  { betting, catalogue, identity, payments }: NameDeps,
  entries: readonly Entry[],
): Promise<(entry: Entry) => { readonly actor: string; readonly subject: string }> {
  const idsOf = (kind: Named) => [...new Set(entries.flatMap(({ subject }) => idIn(subject, kind) ?? []))]
  const actors = entries.flatMap(({ actorId }) => actorId ?? [])
  const [people, games, codes, references] = await Promise.all([
    identity.profiles.byIds([...new Set([...actors, ...idsOf('user')])]),
    catalogue.games.byIds(idsOf('game')),
    betting.administration.history.codes(idsOf('bet')),
    payments.reads.shortReferences(idsOf('payment')),
  ])
  const userIn = (id: string | null): string => {
    const profile = id === null ? undefined : people.get(id)
    return profile === undefined ? '' : nameOf(profile)
  }
  return ({ actorId, subject }) => ({
    actor: userIn(actorId),
    subject:
      userIn(idIn(subject, 'user')) ||
      (games.get(idIn(subject, 'game') ?? '')?.name ??
        codes.get(idIn(subject, 'bet') ?? '') ??
        references.get(idIn(subject, 'payment') ?? '') ??
        ''),
  })
}

/** `idIn('user:0199…', 'user')` → '0199…' */
function idIn(subject: string, wantedKind: Named): string | null {
  const [kind, id = ''] = subject.split(':')
  return kind === wantedKind && isId(id) ? id : null
}
