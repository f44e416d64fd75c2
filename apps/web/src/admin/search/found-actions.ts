import type { SearchResults } from '@mupiira/contract/admin-search.ts'
import type { StaffCapability } from '@mupiira/domain/access/staff-roles.ts'

export type FoundItem = { readonly id: string; readonly title: string; readonly detail: string; readonly href: string }
export type MayDo = (capability: StaffCapability) => boolean

/** Actions that start from nothing, found by name. `do` opens the form of the screen. */
const NEW = [
  { title: 'Add fixture', href: '/admin/fixtures?do=add', needs: 'admin:fixtures:edit' },
  { title: 'Add new game', href: '/admin/games?do=add', needs: 'admin:games:edit' },
] as const satisfies readonly { title: string; href: string; needs: StaffCapability }[]

type FoundGame = SearchResults['games'][number]

/** What can be done with a manual game in each status; `do` opens its form on the screen of the game. */
const GAME_ACTIONS: {
  readonly [status in FoundGame['status']]?: readonly { readonly verb: string; readonly action: string }[]
} = {
  upcoming: [{ verb: 'Edit', action: 'edit' }],
  postponed: [{ verb: 'Edit', action: 'edit' }],
  live: [
    { verb: 'Take back the last goal of', action: 'take-back' },
    { verb: 'Edit', action: 'edit' },
  ],
  finished: [{ verb: 'Enter the result of', action: 'result' }],
  settled: [{ verb: 'Correct the result of', action: 'result' }],
}

/** The actions on the only player or the only game found, and new things found by name. */
export function foundActions(
  isFound: (name: string) => boolean,
  found: SearchResults | undefined,
  may: MayDo,
): FoundItem[] {
  const [player, ...otherPlayers] = found?.players ?? []
  const [game, ...otherGames] = found?.games ?? []
  const items: FoundItem[] = []
  const add = (title: string, href: string, detail = ''): void =>
    void items.push({ id: `action-${items.length}`, title, detail, href })
  if (player?.accountStatus === 'active' && otherPlayers.length === 0 && may('admin:users:lock'))
    add(`Suspend ${player.name || player.username}`, `/admin/users/${player.id}?do=suspend`, player.username)
  if (game?.isManual === true && otherGames.length === 0 && may('admin:games:edit'))
    for (const { verb, action } of GAME_ACTIONS[game.status] ?? [])
      add(`${verb} ${game.name}`, `/admin/games/${game.id}?do=${action}`)
  for (const { title, href, needs } of NEW) if (may(needs) && isFound(title)) add(title, href)
  return items
}
