// grpc-go's client: unary calls, STREAMS at a time on one connection. Run: client PORT STREAMS COUNT
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"bench/pb"
	"google.golang.org/grpc"
)

func cpu() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		log.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func run(client pb.BenchClient, streams, count int64) {
	var done sync.WaitGroup
	for i := int64(0); i < streams; i++ {
		done.Add(1)
		go func() {
			defer done.Done()
			request := &pb.Blob{Body: make([]byte, 30)}
			for atomic.AddInt64(&count, -1) >= 0 {
				response, err := client.Echo(context.Background(), request)
				if err != nil || len(response.Body) != 30 {
					log.Fatal("a call failed: ", err)
				}
			}
		}()
	}
	done.Wait()
}

func main() {
	streams, _ := strconv.ParseInt(os.Args[2], 10, 64)
	count, _ := strconv.ParseInt(os.Args[3], 10, 64)
	connection, err := grpc.Dial("127.0.0.1:"+os.Args[1], grpc.WithInsecure())
	if err != nil {
		log.Fatal(err)
	}
	client := pb.NewBenchClient(connection)
	run(client, streams, count/10+1)
	start, used := time.Now(), cpu()
	run(client, streams, count)
	fmt.Printf("{\"rate\": %.1f, \"cpu\": %.4f}\n", float64(count)/time.Since(start).Seconds(),
		float64((cpu()-used).Nanoseconds())/float64(count)/1e3)
}
