import { Download } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../../shared/ui/dialog.tsx'
import { showToast } from '../../shared/ui/toast.tsx'
import { install } from '../../state/install-prompt.ts'

export function InstallRow() {
  const [busy, setBusy] = useState(false)
  const [explained, setExplained] = useState(false)
  const onPress = async () => {
    if (busy) return
    setBusy(true)
    try {
      if ((await install()) === 'no-offer') setExplained(true)
    } catch {
      showToast('error', 'Installation failed. Please try again.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <button
        type="button"
        onClick={() => void onPress()}
        aria-busy={busy || undefined}
        className="flex min-h-12 w-full items-center gap-3 border-b border-line px-3 text-left text-14"
      >
        <Download className="size-5 text-muted" />
        <span className="flex-1">Install app</span>
        {busy && <span className="text-muted">Opening…</span>}
      </button>
      <Dialog title="Install app" open={explained} onClose={() => setExplained(false)}>
        <ul className="ml-8 flex list-disc flex-col gap-2 py-4 pr-4 text-14">
          <li>Android: open your browser’s menu and tap Install app or Add to Home screen.</li>
          <li>iPhone: open this page in Safari, tap Share, then Add to Home Screen.</li>
          <li>Already installed? Open the app from your phone’s home screen or app list.</li>
        </ul>
      </Dialog>
    </>
  )
}
