// cAdvisor's own library, at the version of the official image, behind the flags and pages that compose.yaml uses.
package main

import (
	"flag"
	"fmt"
	"net/http"
	"strings"
	"time"

	_ "github.com/google/cadvisor/container/docker/install"
	"github.com/google/cadvisor/lib/cache/memory"
	"github.com/google/cadvisor/lib/container"
	"github.com/google/cadvisor/lib/manager"
	"github.com/google/cadvisor/lib/metrics"
	"github.com/google/cadvisor/lib/model"
	"github.com/google/cadvisor/lib/utils/sysfs"
	"github.com/google/cadvisor/lib/version"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promhttp"
	"k8s.io/klog/v2"
	"k8s.io/utils/clock"
)

var (
	port        = flag.Int("port", 8080, "port to listen on")
	allLabels   = flag.Bool("store_container_labels", true, "make every container label a metric label")
	labels      = flag.String("whitelisted_container_labels", "", "those to keep if not all are")
	showVersion = flag.Bool("version", false, "print the version and exit")
	kinds       = container.MetricSet{"cpu": {}, "memory": {}, "network": {}}
)

func main() {
	klog.InitFlags(nil)
	flag.Var(&kinds, "enable_metrics", "comma-separated kinds of metrics")
	flag.Parse() // the library has registered its own flags: -docker_only, -housekeeping_interval, ...
	if *showVersion {
		fmt.Println("cAdvisor version", version.Version)
		return
	}

	none := []string{""} // with an empty list, the manager panics
	machines, err := manager.New(memory.New(2*time.Minute, nil), sysfs.NewRealSysFs(),
		manager.HousekeepingConfigFlags, kinds, none, none, "", 0)
	if err == nil {
		err = machines.Start()
	}
	if err != nil {
		klog.Fatal(err)
	}

	chosen := metrics.DefaultContainerLabels
	if !*allLabels {
		chosen = metrics.BaseContainerLabels(strings.Split(*labels, ","))
	}
	newest := model.RequestOptions{IdType: model.TypeName, Count: 1, Recursive: true}
	registry := prometheus.NewRegistry()
	registry.MustRegister(
		metrics.NewPrometheusCollector(machines, chosen, kinds, clock.RealClock{}, newest),
		metrics.NewPrometheusMachineCollector(machines, kinds))

	http.Handle("/metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{ErrorHandling: promhttp.ContinueOnError}))
	http.HandleFunc("/healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "ok") })
	klog.Fatal(http.ListenAndServe(fmt.Sprintf(":%d", *port), nil))
}
