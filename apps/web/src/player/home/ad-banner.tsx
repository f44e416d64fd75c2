import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { ADS } from '../../shared/ads.ts'
import { IconButton } from '../../shared/ui/button.tsx'
import { icon } from '../../shared/ui/icons.tsx'

const NEXT_AD_MS = 5000

const Pause = icon(
  'M15 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM6 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1z',
)
const Play = icon('M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z')

/** The rotation can be paused and does not start with reduced motion (HOME-26, HOME-27). */
export function AdBanner() {
  const [shown, setShown] = useState(0)
  const [moving, setMoving] = useState(true)
  useEffect(() => {
    if (!moving || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => setShown((at) => (at + 1) % ADS.length), NEXT_AD_MS)
    return () => clearInterval(timer)
  }, [moving])
  const ad = ADS[shown]
  if (ad === undefined) return null
  return (
    <section aria-label="Offers" className="relative border-t border-line p-3">
      <Link href={ad.href} className="block">
        <img
          src={ad.image}
          alt={ad.title}
          width={672}
          height={168}
          loading="lazy"
          className="aspect-[4/1] h-auto w-full rounded-card object-cover md:aspect-[6/1]"
        />
      </Link>
      <div className="absolute right-3 bottom-3 text-gold">
        <IconButton label={moving ? 'Pause the banners' : 'Resume the banners'} onClick={() => setMoving(!moving)}>
          {moving ? <Pause className="size-4" /> : <Play className="size-4" />}
        </IconButton>
      </div>
    </section>
  )
}
