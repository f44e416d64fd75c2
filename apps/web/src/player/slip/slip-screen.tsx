import { ChevronLeft } from 'lucide-react'
import { useGoBack } from '../../shared/navigation.ts'
import { IconButton } from '../../shared/ui/button.tsx'
import { SlipPanel } from './slip-panel.tsx'

/** The slip as a screen: balance in the header, back button beside the title (SLIP-13, SLIP-14). */
export function SlipScreen() {
  const goBack = useGoBack('/sports')
  return (
    // Keeps the focused control visible above the sticky bar (WCAG 2.4.11).
    <div className="flex min-h-(--screen) flex-col **:scroll-mb-64 high:**:scroll-mb-88">
      <h1 className="sr-only">Betslip</h1>
      <SlipPanel
        beforeTitle={
          <span className="-mr-1 -ml-3">
            <IconButton label="Back" onClick={goBack}>
              <ChevronLeft className="size-5" />
            </IconButton>
          </span>
        }
      />
    </div>
  )
}
