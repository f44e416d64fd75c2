import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { WIDE } from './wide.ts'

it('[APP-20] JavaScript and CSS use the same minimum width for three columns', () => {
  const styles = readFileSync(join(import.meta.dirname, '../app/app.css'), 'utf8')
  const widths = [/--breakpoint-wide: (\d+px)/, /custom-variant roomy \(@media \(min-width: (\d+px)\)/].map(
    (place) => place.exec(styles)?.[1],
  )
  expect(widths.map((width) => `(min-width: ${width})`)).toEqual([WIDE, WIDE])
})
