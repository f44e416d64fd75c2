import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CarrierTag } from './carrier-tag.tsx'

it.each([
  ['MTN', 'bg-[#ffcc00]', 'text-[#14171a]'],
  ['Airtel', 'bg-[#c40000]', 'text-[#ffffff]'],
  ['Unknown', 'border-line', 'text-muted'],
] as const)('[DATA-05] the carrier tag %s has the colours %s and %s', (carrier, ground, text) => {
  const html = renderToString(<CarrierTag carrier={carrier} />)
  expect(html).toContain(`>${carrier}<`)
  expect(/class="([^"]*)"/.exec(html)?.[1]?.split(' ')).toEqual(expect.arrayContaining([ground, text]))
})
