import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { HEADER_EVERYWHERE, TWO_COLUMNS, WIDE } from './wide.ts'

it('[APP-20] JavaScript and CSS use the same minimum widths', () => {
  const styles = readFileSync(join(import.meta.dirname, '../app/app.css'), 'utf8')
  const widthOf = (name: string) => `(min-width: ${new RegExp(`--breakpoint-${name}: (\\d+px)`).exec(styles)?.[1]})`
  expect([widthOf('md'), widthOf('lg'), widthOf('wide')]).toEqual([HEADER_EVERYWHERE, TWO_COLUMNS, WIDE])
})
