import { expect, it } from 'vitest'
import { PLAYER_SETTING_ROWS } from '@mupiira/domain/identity/player-settings.ts'
import { isTest, repositorySources } from './sources.ts'

it.each(PLAYER_SETTING_ROWS.map(([key]) => key))('[PLAY-11] the player setting %s is used by product code', (key) => {
  const readers = [...repositorySources()].filter(
    ([path, text]) => /^(?:apps|packages)\//.test(path) && !isTest(path) && text.includes(`'${key}'`),
  )
  expect(readers.map(([path]) => path)).not.toEqual([])
})
