import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { ADS } from '../../shared/ads.ts'
import { IconButton } from '../../shared/ui/button.tsx'
import { Pause, Play } from '../../shared/ui/icons.tsx'

const NEXT_AD_MS = 5000

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
