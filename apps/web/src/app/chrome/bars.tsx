import { useConnectivity } from '../../state/connectivity.ts'
import { usePublicSettings } from '../../state/settings.ts'
import { CloudOff } from '../../shared/ui/icons.tsx'

/** Wherever a simulator stands for a provider, this stands above everything. */
export function DemoRibbon() {
  const settings = usePublicSettings()
  if (!settings?.demoMoney) return null
  return (
    <section
      id="demo-ribbon"
      aria-label="Demo"
      className="bg-tint px-3 text-center text-12 leading-4 font-bold text-ink"
    >
      Demo money <span className="font-normal">· no real shillings move here</span>
    </section>
  )
}

/** Lies over the page's lower edge: the page must not jump when the connection goes. The slip's button covers its foot. */
export function OfflineBar() {
  const online = useConnectivity((state) => state.online)
  return (
    <div role="status" className="fixed inset-x-0 bottom-[calc(56px+env(safe-area-inset-bottom))] z-20 md:bottom-0">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-ink px-3 pt-1.5 pb-4 text-12 text-paper md:pb-1.5">
          <CloudOff className="size-4" /> You are offline. What you see may be out of date.
        </p>
      )}
    </div>
  )
}
