// grpc-go serving bench.Bench, as in its documentation. Run: server PORT [CERTIFICATE KEY]
package main

import (
	"context"
	"log"
	"net"
	"os"
	"sync"

	"bench/pb"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
)

type service struct {
	pb.UnimplementedBenchServer
	lock        sync.Mutex
	subscribers map[chan *pb.Event]bool
}

func (s *service) Echo(_ context.Context, request *pb.Blob) (*pb.Blob, error) {
	return &pb.Blob{Body: request.Body}, nil
}

func (s *service) Stream(request *pb.StreamReq, stream pb.Bench_StreamServer) error {
	padding := make([]byte, request.Size)
	for i := uint64(1); i <= request.Count; i++ {
		if err := stream.Send(&pb.Event{Seq: i, TNs: i, Pad: padding}); err != nil {
			return err
		}
	}
	return nil
}

func (s *service) Subscribe(_ *pb.StreamReq, stream pb.Bench_SubscribeServer) error {
	events := make(chan *pb.Event, 16)
	s.lock.Lock()
	s.subscribers[events] = true
	s.lock.Unlock()
	defer func() {
		s.lock.Lock()
		delete(s.subscribers, events)
		s.lock.Unlock()
	}()
	if err := stream.SendHeader(nil); err != nil {
		return err
	}
	for {
		select {
		case <-stream.Context().Done():
			return nil
		case event := <-events:
			if err := stream.Send(event); err != nil {
				return err
			}
		}
	}
}

// A slow subscriber loses events.
func (s *service) Publish(_ context.Context, event *pb.Event) (*pb.Ack, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	for events := range s.subscribers {
		select {
		case events <- event:
		default:
		}
	}
	return &pb.Ack{N: uint64(len(s.subscribers))}, nil
}

func main() {
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	var options []grpc.ServerOption
	if len(os.Args) == 4 {
		tls, err := credentials.NewServerTLSFromFile(os.Args[2], os.Args[3])
		if err != nil {
			log.Fatal(err)
		}
		options = append(options, grpc.Creds(tls))
	}
	server := grpc.NewServer(options...)
	pb.RegisterBenchServer(server, &service{subscribers: map[chan *pb.Event]bool{}})
	log.Fatal(server.Serve(listener))
}
