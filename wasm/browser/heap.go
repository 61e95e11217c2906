package browser

import (
	"context"
	"time"

	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Heap returns the bytes in use on the JavaScript heap of the page's main thread, after a collection of garbage.
func (t *Tab) Heap() (used float64, err error) {
	err = t.within(60*time.Second, heapprofiler.CollectGarbage(), chromedp.ActionFunc(func(ctx context.Context) (err error) {
		used, _, _, _, err = runtime.GetHeapUsage().Do(ctx)
		return err
	}))
	return used, err
}
