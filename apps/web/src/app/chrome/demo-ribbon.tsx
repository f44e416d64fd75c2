import { usePublicSettings } from '../../state/settings.ts'

/** The ribbon at the top of the app and the console. It is shown while a simulator replaces a real provider. */
export function DemoRibbon() {
  const settings = usePublicSettings()
  if (!settings?.demoMoney) return null
  return (
    <section
      id="demo-ribbon"
      aria-label="Demo"
      className="bg-tint px-3 text-center text-12 leading-4 font-bold text-ink"
    >
      Demo money <span className="font-normal"> · no real shillings, players or bets</span>
    </section>
  )
}
