import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Router } from 'wouter'
import { HowToPlay } from './how-to-play.tsx'

it.each([
  [97, '97', '8'],
  [90, '90', '5'],
  [99, '99', '9'],
])(
  '[AVI-01] [AVI-24] with an RTP of $0 %, the Aviator help says that about one round in $2 ends at 1.10',
  (rtp, percent, rounds) => {
    const html = renderToString(
      <Router ssrPath="/aviator">
        <HowToPlay rtp={rtp} />
      </Router>,
    )
    const text = html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')
    expect(text).toContain(`a multiplier is ${percent} % divided by`)
    expect(text).toContain(`About one round in ${rounds} ends at 1.10x`)
  },
)
