// Follows a Hearth hub with only grpc-go and code generated from the exported .proto files: lists the devices, toggles
// a light, sends an invalid request, and prints the hub's reports meanwhile.
//
// A hub on another machine needs its certificate and a token in HEARTH_TOKEN; `hearth tokens create NAME
// --certificate FILE` creates both.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	matterv1 "hearth/traits/matter/v1"
	hearthv1 "hearth/v1"
)

const (
	onOff    = 0x0006
	doorLock = 0x0101
	me       = "go-client"
)

func main() {
	log.SetFlags(0)
	address := flag.String("hub", "127.0.0.1:4327", "the hub's address")
	certificate := flag.String("certificate", "", "the hub's certificate (PEM) for TLS, with the token in HEARTH_TOKEN")
	seconds := flag.Float64("seconds", 3, "how long to follow the house")
	flag.Parse()
	connection, err := connect(*address, *certificate)
	if err != nil {
		log.Fatal(err)
	}
	defer connection.Close()
	if err := run(connection, time.Duration(*seconds*float64(time.Second))); err != nil {
		log.Fatal(err)
	}
	fmt.Println("done")
}

func run(connection *grpc.ClientConn, span time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	home := hearthv1.NewHomeServiceClient(connection)
	devices, err := list(ctx, home)
	if err != nil {
		return err
	}
	names := map[string]string{}
	for _, device := range devices {
		names[device.Id] = device.Name
		fmt.Println(device.Name)
	}

	following, stop := context.WithCancel(context.Background())
	defer stop()
	follower := follower{home: home, names: names, ready: make(chan struct{}), mine: make(chan struct{}, 1)}
	ended := make(chan error, 1)
	go func() { ended <- follower.follow(following) }()
	if err := wait(ctx, follower.ready, ended); err != nil {
		return err
	}

	light, err := find(devices, onOff)
	if err != nil {
		return err
	}
	lights := matterv1.NewOnOffServiceClient(connection)
	before, err := lights.Get(ctx, &matterv1.OnOffServiceGetRequest{Target: light})
	if err != nil {
		return err
	}
	_, err = lights.Toggle(ctx, &matterv1.OnOffServiceToggleRequest{
		Target: light, Options: &hearthv1.CallOptions{ClientId: me},
	})
	if err != nil {
		return err
	}
	if err := wait(ctx, follower.mine, ended); err != nil {
		return err
	}
	fmt.Printf("toggled %s: it was on: %v\n", names[light.DeviceId], before.Attributes.GetOnOff())

	lock, err := find(devices, doorLock)
	if err != nil {
		return err
	}
	_, err = matterv1.NewDoorLockServiceClient(connection).Update(ctx, &matterv1.DoorLockServiceUpdateRequest{
		Target: lock, Attributes: &matterv1.DoorLock_Attributes{WrongCodeEntryLimit: proto.Uint32(0)},
	})
	if status.Code(err) != codes.InvalidArgument {
		return fmt.Errorf("a limit of 0 was not refused: %v", err)
	}
	for _, detail := range status.Convert(err).Details() {
		if reason, ok := detail.(*hearthv1.TraitError); ok {
			fmt.Printf("refused: %s (Matter status %#x)\n", status.Convert(err).Message(), reason.MatterStatus)
		}
	}

	select {
	case err := <-ended:
		return err
	case <-time.After(span):
		return nil
	}
}

// list returns all devices, fetched page by page.
func list(ctx context.Context, home hearthv1.HomeServiceClient) ([]*hearthv1.Device, error) {
	var devices []*hearthv1.Device
	request := &hearthv1.ListRequest{}
	for {
		page, err := home.List(ctx, request)
		if err != nil {
			return nil, err
		}
		devices = append(devices, page.Devices...)
		if page.NextPageToken == "" {
			return devices, nil
		}
		request.PageToken = page.NextPageToken
	}
}

// find returns the first endpoint that has the trait.
func find(devices []*hearthv1.Device, trait uint32) (*hearthv1.Target, error) {
	for _, device := range devices {
		for _, endpoint := range device.Endpoints {
			for _, info := range endpoint.Traits {
				if info.Id == trait {
					return &hearthv1.Target{DeviceId: device.Id, Endpoint: endpoint.Id}, nil
				}
			}
		}
	}
	return nil, fmt.Errorf("no device has the trait %#06x", trait)
}

// wait returns when an event arrives, or with the error because of which none will arrive.
func wait(ctx context.Context, event <-chan struct{}, ended <-chan error) error {
	select {
	case <-event:
		return nil
	case err := <-ended:
		return err
	case <-ctx.Done():
		return errors.New("timed out after ten seconds")
	}
}
