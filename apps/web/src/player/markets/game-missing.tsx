import { ButtonLink } from '../../shared/ui/button.tsx'

export const GAME_MISSING = {
  title: 'Game not found.',
  text: 'It may have been removed. See all games in the list.',
  action: <ButtonLink href="/sports">Show all games</ButtonLink>,
} as const
