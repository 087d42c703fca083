package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/known/anypb"

	hearthv1 "hearth/v1"
)

// follower prints a hub's reports, and resumes from its last position if the call fails.
type follower struct {
	home  hearthv1.HomeServiceClient
	names map[string]string
	// ready is closed when the first snapshot is complete.
	ready   chan struct{}
	isReady bool
	// mine receives a value for each change that this program made.
	mine chan struct{}
	// positions are the last received ones, by structure.
	positions map[string]*hearthv1.Position
}

// follow returns when the context ends, or with an error that a retry can't resolve.
func (f *follower) follow(ctx context.Context) error {
	f.positions = map[string]*hearthv1.Position{}
	for {
		err := f.watch(ctx)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != io.EOF && status.Code(err) != codes.Unavailable:
			return err
		}
		log.Printf("the hub is gone (%v); trying again", err)
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

// watch makes one call, which resumes from the last position or begins with a snapshot.
func (f *follower) watch(ctx context.Context) error {
	request := &hearthv1.WatchRequest{}
	for _, position := range f.positions {
		request.ResumeFrom = append(request.ResumeFrom, position)
	}
	stream, err := f.home.Watch(ctx, request)
	if err != nil {
		return err
	}
	for {
		message, err := stream.Recv()
		if err != nil {
			return err
		}
		switch content := message.Content.(type) {
		case *hearthv1.WatchResponse_SnapshotComplete:
			for _, position := range content.SnapshotComplete.Positions {
				f.positions[position.StructureId] = position
			}
			if !f.isReady {
				fmt.Println("the snapshot is complete")
				close(f.ready)
				f.isReady = true
			}
		case *hearthv1.WatchResponse_Report:
			f.report(content.Report)
		case *hearthv1.WatchResponse_Resync:
			// A program that keeps state discards that of this structure here; a snapshot follows.
			delete(f.positions, content.Resync.StructureId)
		}
	}
}

func (f *follower) report(report *hearthv1.Report) {
	if report.Position != nil {
		f.positions[report.Position.StructureId] = report.Position
	}
	for _, state := range report.States {
		fmt.Printf("#%d %s: %s\n", report.Position.GetSequence(), f.names[state.Target.GetDeviceId()], words(state.Attributes))
	}
	if report.Cause.GetClientId() == me {
		select {
		case f.mine <- struct{}{}:
		default:
		}
	}
}

// words describes the changed attributes. For a trait without generated code it returns its message's name.
func words(attributes *anypb.Any) string {
	message, err := attributes.UnmarshalNew()
	if err != nil {
		return attributes.GetTypeUrl()
	}
	return protojson.MarshalOptions{}.Format(message)
}
