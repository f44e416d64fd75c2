import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { WIDE } from './wide.ts'

it('[APP-20] JavaScript and CSS use the same minimum width for three columns', () => {
  const styles = readFileSync(join(import.meta.dirname, '../app/app.css'), 'utf8')
  expect(`(min-width: ${/--breakpoint-wide: (\d+px)/.exec(styles)?.[1]})`).toBe(WIDE)
})
